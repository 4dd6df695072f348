// Runs the model files of a folder in ONNX Runtime and compares every row with what the engine said.
//   node agree.mjs CASES CACHE RUNTIME
import { createRequire } from "node:module";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const [cases, cache, runtime] = process.argv.slice(2);
const ort = createRequire(resolve(cache) + "/")(runtime);

function tensor({ type, values }) {
    const data = type === "number" ? Float32Array.from(values, (v) => (v === null ? NaN : v)) : values;
    return new ort.Tensor(type === "number" ? "float32" : "string", data, [values.length, 1]);
}

// The largest difference, in units of what is allowed.
function worst(got, expected, allowed) {
    if (got.length !== expected.length) throw new Error(`${got.length} numbers, not ${expected.length}`);
    let most = 0;
    for (let i = 0; i < expected.length; ++i) {
        const off = Math.abs(got[i] - expected[i]) / allowed(expected[i]);
        if (!(off <= most)) most = off; // a NaN stays
    }
    return most;
}

// The class that the engine predicts, or null where rounding may decide.
function label(p, classes) {
    const order = p.map((_, k) => k).sort((a, b) => p[b] - p[a] || a - b);
    return p[order[0]] - p[order[1]] < 2e-6 ? null : classes[order[0]];
}

function checkClasses(test, outputs) {
    const classes = test.classes.length;
    const rows = test.rows;
    const got = outputs[test.outputs.probabilities];
    const labels = outputs[test.outputs.label];
    if (String(got.dims) !== String([rows, classes])) throw new Error(`probabilities are ${got.dims}`);
    if (String(labels.dims) !== String([rows])) throw new Error(`labels are ${labels.dims}`);
    for (let row = 0; row < rows; ++row) {
        const wanted = label(test.expected.slice(row * classes, (row + 1) * classes), test.classes);
        if (wanted !== null && labels.data[row] !== wanted)
            throw new Error(`row ${row}: label '${labels.data[row]}', not '${wanted}'`);
    }
    const off = worst(got.data, test.expected, () => test.allowed);
    return test.expected_class ? Math.max(off, checkExpected(test, outputs[test.expected_class])) : off;
}

// Of ordered classes, the expected one, counted from 1.
function checkExpected(test, got) {
    const classes = test.classes.length;
    if (String(got.dims) !== String([test.rows, 1])) throw new Error(`expected classes are ${got.dims}`);
    const wanted = Array.from({ length: test.rows }, (_, row) =>
        test.expected.slice(row * classes, (row + 1) * classes).reduce((sum, p, k) => sum + (k + 1) * p, 0));
    return worst(got.data, wanted, () => 1e-5 * classes);
}

function checkValues(test, outputs) {
    const got = outputs[test.outputs.value];
    if (String(got.dims) !== String([test.rows, 1])) throw new Error(`values are ${got.dims}`);
    return worst(got.data, test.expected, (v) => test.allowed * test.sd + 1e-7 * Math.abs(v));
}

let rows = 0;
let most = 0;
let failed = 0;
const names = readdirSync(cases).filter((name) => name.endsWith(".json"));
for (const name of names) {
    const test = JSON.parse(readFileSync(`${cases}/${name}`));
    try {
        const session = await ort.InferenceSession.create(`${cases}/${test.model}`, { logSeverityLevel: 3 });
        const inputs = Object.fromEntries(test.inputs.map((input) => [input.name, tensor(input)]));
        const outputs = await session.run(inputs);
        const off = test.classes.length > 0 ? checkClasses(test, outputs) : checkValues(test, outputs);
        if (!(off <= 1)) throw new Error(`off by ${off} times what is allowed`);
        rows += test.rows;
        most = Math.max(most, off);
    } catch (error) {
        console.error(`${name} in ${runtime}: ${error.message}`);
        ++failed;
    }
}
if (names.length === 0) throw new Error("there are no cases");
console.log(`${runtime}: ${names.length} models, ${rows} rows; largest difference ${most.toFixed(3)} of what is allowed`);
process.exit(failed > 0 ? 1 : 0);
