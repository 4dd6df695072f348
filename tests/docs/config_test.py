"""The comments and the prose about the keys of a run file, held to the table of keys.

    config_test.py PROGRAM        PROGRAM prints the table as Markdown (tools/key_docs)

Every member of the structs behind a run file has a key, and every key a member. What the comment beside a member says about
special values ("empty: ...", "0: ...") and every number in it must be in the table too; so must defaults that pages mention.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include/alcole"

# Struct, its header, the section of the run file.
STRUCTS = [("DataConfig", "learning/config.hpp", "data"), ("ModelConfig", "learning/config.hpp", "model"),
           ("Trees", "tabular/model.hpp", "model"), ("Constraint", "tabular/constraint.hpp", "constraint"),
           ("SolveConfig", "learning/options.hpp", "solve"), ("CertifyConfig", "learning/options.hpp", "certify")]
# Members whose keys have other names; None: not a key.
KEYS = {"DataConfig.protected_columns": "protected", "Constraint.against_whole": "against", "Constraint.place": None,
        "ModelConfig.trees": None, "Trees.l2": None, "SolveConfig.options": None}
# Keys without a member of their own.
ALSO = {"constraint.attribute"}
# Page, the words around a default, the key.
PROSE = [("docs/guide.md", r"the default is (\[[\d, ]+\])", "model.hidden"),
         ("docs/tabular.md", r"missing words \((.*?) by default\)", "data.missing")]


def table(program):
    """section.key -> (values, default, meaning)."""
    rows, section = {}, ""
    for line in subprocess.run([program, "config"], check=True, capture_output=True, text=True).stdout.splitlines():
        if heading := re.match(r"### \[+(\w+)\]", line):
            section = heading[1]
        elif row := re.fullmatch(r"\| `([\w.]+)` \| (.*?) \| (`.*?`|must be given) \| (.*) \|", line):
            rows[f"{section}.{row[1]}"] = row.groups()[1:]
    return rows


def members(name, header):
    """(member, comment) of a struct, whether the comment stands above the member or behind it."""
    body = re.search(rf"^struct {name} \{{\n(.*?)^\}};", (INCLUDE / header).read_text(), re.M | re.S)[1]
    found, above = [], []
    for line in body.splitlines():
        code, _, comment = line.strip().partition("///")
        comment = comment.lstrip("<").strip()
        if member := re.match(r"[\w:<>, ]+? (\w+)(\{\}| =)", code):
            found.append((member[1], " ".join(above + [comment]).strip()))
            above = []
        elif not code and comment:
            if line.strip().startswith("///<"):  # goes on behind the last member
                found[-1] = (found[-1][0], found[-1][1] + " " + comment)
            else:
                above.append(comment)
        elif found and not code.startswith(("friend", "bool asked", "double delta")) and comment:  # a long initialiser
            found[-1] = (found[-1][0], (found[-1][1] + " " + comment).strip())
        else:
            above = []
    return found


def plain(text):
    return re.sub(r"[`*]", "", text).lower()


def words_of(text):
    return set(re.findall(r"[\w?/]+", plain(text)))


def claims(comment):
    """The special values that a comment explains, as 'empty: none', and its numbers."""
    text = plain(comment)
    special = re.findall(r"(?:^|[;.(] )((?:empty|0|none): (?:[^;.]|\.\d)+)", text)
    return special, set(re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)", text))


def differences(where, comment, row):
    values, default, meaning = map(plain, row)
    special, numbers = claims(comment)
    for claim in special:
        claim = claim.replace("none:", "auto:") if default.strip("\"") == "auto" else claim  # an empty optional
        if claim not in meaning:
            yield f"{where}: the comment says '{claim}', the table: {row[2]}"
    for number in sorted(numbers - set(re.findall(r"\d+(?:\.\d+)?", f"{values} {default} {meaning}"))):
        yield f"{where}: the comment has the number {number}, the table: {row[2]}"


def main():
    rows = table(sys.argv[1])
    wrong, seen = [], set(ALSO)
    for struct, header, section in STRUCTS:
        for member, comment in members(struct, header):
            key = KEYS.get(f"{struct}.{member}", member)
            if key is None:
                continue
            name = f"{section}.{key}"
            seen.add(name)
            if name not in rows:
                wrong.append(f"{struct}::{member} has no key {name}")
            else:
                wrong += differences(f"{struct}::{member}", comment, rows[name])
    options = re.findall(r"visit\(\"([\w.]+)\"", (ROOT / "src/solver/options/table.hpp").read_text())
    seen |= {f"solve.{name}" for name in options}
    wrong += [f"no struct has a member for {name}" for name in sorted(rows.keys() - seen)]
    for page, words, key in PROSE:
        said = re.search(words, (ROOT / page).read_text())
        if not said or words_of(re.sub(r"\b(empty|or)\b", "", said[1])) != words_of(rows[key][1]):
            wrong.append(f"{page} does not give the default of {key}, which is {rows[key][1]}")
    print("\n".join(wrong) or f"{len(seen)} keys, each with its member")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
