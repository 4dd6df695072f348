"""alcole.torch.train: the weights it uses, what it ends with, and that stopping and going on changes nothing."""

import contextlib
import importlib.util
import os
import pathlib
import random
import signal
import tempfile
import unittest
import warnings
from unittest import mock

from torch_bodies import DEVICE, flipped, loader, network, people, records, torch

import alcole.torch
from alcole import _native
from alcole.torch import risks
from alcole.torch._capture import kind_of
from alcole.torch._device import Weights


def adam(net, rate=1e-2):
    return torch.optim.Adam(net.parameters(), rate)


def fair(net, bound=1e-3):
    return alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, bound, name="flip")])


class WeightsOfTheLagrangian(unittest.TestCase):
    def test_are_those_of_the_solver(self):
        draw = random.Random(3)
        for method in ("augmented", "lagrangian", "penalty", "unconstrained"):
            for _ in range(40):
                m = draw.randrange(5)
                equality = [draw.random() < 0.3 for _ in range(m)]
                net = network(dtype=torch.float64)
                problem = alcole.torch.Problem(net, lambda batch: batch, [f"c{i}" for i in range(m)], [0.0] * m,
                                               equality=equality)
                l = [draw.gauss(0, 1) for _ in range(m + 1)]
                lam = [draw.gauss(0, 1) if e else draw.random() for e in equality]
                alpha, offset = [draw.random() * 3 + 0.01 for _ in range(m)], [draw.gauss(0, 0.2) for _ in range(m)]
                weights = Weights(problem, method)
                weights.set(lam, alpha, offset)
                found = weights(problem.tensor(l)).tolist()
                _, wanted = _native.weights(method, equality, l, lam, alpha, offset)
                for a, b in zip(found, wanted):
                    self.assertAlmostEqual(a, b, places=12)


class Wall(torch.nn.Module):
    """minimise (x - 2)^2 + y^2 such that x <= 1 (multiplier 2), y = 0.5 (multiplier -1)."""

    def __init__(self):
        super().__init__()
        self.x = torch.nn.Parameter(torch.zeros(2))

    def risks(self, batch):
        noise = batch[0].mean()
        x, y = self.x
        return torch.stack([(x - 2) ** 2 + y ** 2 + noise * x, x + noise, y])


class Training(unittest.TestCase):
    def test_known_multipliers(self):
        torch.manual_seed(0)
        noise = torch.randn(400, 1)
        data = torch.utils.data.TensorDataset(0.1 * (noise - noise.mean()))
        net = Wall().to(DEVICE)
        problem = alcole.torch.Problem(net, net.risks, ["wall", "line"], [1.0, 0.5], equality=[False, True])
        result = alcole.torch.train(problem, loader(data, 40), torch.optim.SGD(net.parameters(), 0.02), epochs=700,
                                    keep="last")
        self.assertIn(result.status, ("settled", "converged"))
        self.assertAlmostEqual(float(net.x[0]), 1.0, delta=0.01)
        self.assertAlmostEqual(float(net.x[1]), 0.5, delta=0.01)
        self.assertAlmostEqual(result.multipliers[0], 2.0, delta=0.1)
        self.assertAlmostEqual(result.multipliers[1], -1.0, delta=0.1)
        self.assertLess(result.counts["steps"], 700 * 10)  # it stopped by itself

    def test_a_network_under_a_counterfactual_constraint(self):
        data, told = people(), []
        free, net = network(), network()
        before = alcole.torch.train(fair(free), loader(data), adam(free), {"method": "unconstrained"}, epochs=15, keep="last")
        result = alcole.torch.train(fair(net), loader(data), adam(net), {"stochastic.dual_every": 3}, epochs=40,
                                    held_out=loader(people(seed=5)), on_progress=told.append)
        self.assertGreater(before.slacks[0], 0.02)  # the constraint has something to do
        self.assertTrue(result.met, result)
        self.assertEqual(result.iterate, "best")
        self.assertEqual(result.best["risks"][0], result.objective)
        verdict, = records(result.verdicts)
        self.assertEqual(verdict["name"], "flip")
        self.assertIn(verdict["verdict"], ("met", "met_in_training"))
        self.assertIsNotNone(verdict["held_out_risk"])
        self.assertGreater(records(result.prices)[0]["price"], 0.1)
        self.assertEqual(len(result.trace), len(told))
        self.assertEqual(told[-1]["worst_name"], "flip")
        self.assertEqual(told[-1]["total"], 40)
        # The module has the weights that the verdict is about.
        with torch.no_grad():
            x = torch.stack([row[0] for row in data]).to(DEVICE)
            found = risks.divergence(net(x), net(flipped(x))).mean()
        self.assertAlmostEqual(float(found) - 1e-3, result.slacks[0], places=6)

    def test_stopping_and_going_on_changes_nothing(self):
        data = people(350)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "checkpoint")

            def once(stop_after, resume, epochs=9):
                torch.manual_seed(4)
                net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Dropout(0.1), torch.nn.Linear(8, 2)).to(DEVICE)
                optimizer, asked = adam(net), [0]
                scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 9)
                if resume:
                    torch.manual_seed(99)  # what is drawn comes from the file

                def stop():
                    asked[0] += 1
                    return asked[0] > stop_after

                return net, alcole.torch.train(fair(net), loader(data), optimizer, {"stochastic.dual_every": 3},
                                               scheduler=scheduler, epochs=epochs, checkpoint=file, resume=resume, stop=stop,
                                               keep="last")

            whole, wanted = once(10 ** 9, False)
            _, stopped = once(17, False)  # in the middle of an epoch and of a window
            self.assertEqual(stopped.status, "interrupted")
            again, found = once(10 ** 9, True)
            for a, b in zip(whole.parameters(), again.parameters()):
                self.assertTrue(torch.equal(a, b))
            self.assertEqual(found.multipliers, wanted.multipliers)
            self.assertEqual(found.penalties, wanted.penalties)
            self.assertEqual(found.counts, wanted.counts)
            self.assertEqual([list(r["risks"]) for r in found.records], [list(r["risks"]) for r in wanted.records])
            with self.assertRaisesRegex(ValueError, "cannot be resumed under"):
                net = network()
                alcole.torch.train(fair(net), loader(data), adam(net), {"penalty.factor": 3}, checkpoint=file, resume=True)

    def test_what_an_evaluation_draws_changes_nothing(self):
        """Noise on the module's device, also in the last look at an answer."""
        data = people(350)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "checkpoint")

            def once(most, resume=False):
                net, asked = network(), [0]
                torch.manual_seed(5)

                def stop():
                    asked[0] += 1
                    return asked[0] > most

                noise = risks.Robust(lambda net, x, y: x + 0.1 * torch.randn_like(x), 0.7)
                alcole.torch.train(alcole.torch.Problem(net, [risks.Loss(), noise]), loader(data), adam(net),
                                   {"stochastic.dual_every": 3}, epochs=5, checkpoint=file, resume=resume, stop=stop, keep="last")
                return torch.cat([p.detach().reshape(-1) for p in net.parameters()])

            whole = once(10 ** 9)
            once(9)
            self.assertTrue(torch.equal(once(10 ** 9, resume=True), whole))

    def test_sizes_of_gradients_take_one_pass_for_all_risks(self):
        net, data = network(), people()
        maps = {"flip": flipped, "same": lambda x: x, "turned": lambda x: -x}
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(maps, 1e-3)])
        holder = alcole.torch._train.Training(problem, loader(data, shuffle=False), adam(net), {"regime": "stochastic"},
                                              scheduler=None, all_data=None, capture=False, autocast=None, scaler=None, clip=0.0,
                                              group=None).holder
        seen = []
        net[0].register_forward_hook(lambda *_: seen.append(1))
        sizes = holder.gradient_sizes()
        self.assertEqual(len(seen), 6)  # an epoch has six batches
        x, y, _ = (t.to(DEVICE) for t in data.tensors)
        l = problem.risks_of(problem.measure([(x, y)]).means)
        for i, size in enumerate(sizes):
            wanted = max(g.abs().max().item() for g in torch.autograd.grad(l[i], problem.parameters, retain_graph=True))
            self.assertAlmostEqual(size, wanted, delta=1e-5)
        original, alcole.torch._holder.MOST_ENTRIES = alcole.torch._holder.MOST_ENTRIES, 1
        try:
            self.assertEqual(holder.gradient_sizes(), sizes)  # one after the other, where they are large
        finally:
            alcole.torch._holder.MOST_ENTRIES = original

    def test_ctrl_c_leaves_a_checkpoint_to_go_on_from(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background does not have
        self.addCleanup(signal.signal, signal.SIGINT, before)
        data = people(350)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "checkpoint")

            def once(interrupt, resume=False):
                net, seen = network(), []
                torch.manual_seed(4)

                def hook(*_):
                    seen.append(1)
                    if len(seen) == interrupt:
                        signal.raise_signal(signal.SIGINT)

                net[0].register_forward_hook(hook)
                return net, lambda: alcole.torch.train(fair(net), loader(data), adam(net), epochs=6, checkpoint=file,
                                                       resume=resume, keep="last")

            whole, train = once(0)
            wanted = train()
            stopped, train = once(25)
            with self.assertRaises(KeyboardInterrupt) as caught:
                train()
            self.assertEqual(caught.exception.result.status, "interrupted")
            self.assertLess(caught.exception.result.counts["steps"], wanted.counts["steps"])
            self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
            again, train = once(0, resume=True)
            self.assertEqual(train().multipliers, wanted.multipliers)
            for a, b in zip(whole.parameters(), again.parameters()):
                self.assertTrue(torch.equal(a, b))

    def test_a_checkpoint_that_is_none(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"nothing of the kind")
            file.flush()
            net = network()
            with self.assertRaisesRegex(ValueError, "cannot be read as a checkpoint"):
                alcole.torch.train(fair(net), loader(people()), adam(net), checkpoint=file.name, resume=True)

    def test_a_risk_that_is_not_finite(self):
        net = network()
        problem = alcole.torch.Problem(net, lambda batch: torch.stack([net(batch[0]).mean(), net(batch[0]).log().mean()]),
                                       ["root"], [0.0])
        result = alcole.torch.train(problem, loader(people()), adam(net), epochs=2)
        self.assertEqual(result.status, "not_finite")
        self.assertIn("constraint 'root' is nan", result.message)
        facts = result.ending["not_finite"]
        self.assertEqual((facts["what"], facts["risk"], facts["constraint"], facts["value"]), ("risk", 1, "root", "nan"))
        self.assertIn("root", result._repr_html_())

    def test_constraints_that_clash(self):
        net = network()

        def both_ways(batch):
            out = net(batch[0])
            return torch.stack([out.pow(2).mean(), out.mean(), -out.mean()])

        problem = alcole.torch.Problem(net, both_ways, ["low", "high"], [-1.0, -1.0])
        result = alcole.torch.train(problem, loader(people()), adam(net), epochs=25)
        self.assertFalse(result.met)
        self.assertIsNone(result.best)
        self.assertEqual(result.status, "infeasible")
        self.assertEqual(result.conflict, ["low", "high"])
        self.assertIn("cannot be met together: low, high", repr(result))

    def test_an_equality_is_missed_on_either_side(self):
        net = Wall().to(DEVICE)
        problem = alcole.torch.Problem(net, net.risks, ["wall", "line"], [5.0, 0.5], equality=[False, True])
        data = torch.utils.data.TensorDataset(torch.zeros(40, 1))
        result = alcole.torch.train(problem, loader(data, 40), torch.optim.SGD(net.parameters(), 1e-6), epochs=1)
        self.assertLess(result.slacks[1], -0.4)  # y is still near zero
        self.assertEqual([r["verdict"] for r in records(result.verdicts)], ["met", "not_met"])
        self.assertFalse(result.met)

    def test_samples(self):
        net = network()
        result = alcole.torch.train(fair(net), loader(people()), adam(net), {"sample.every": 2}, epochs=6)
        self.assertEqual([s["iteration"] for s in result.samples], [0, 2, 4])

    def test_mixed_precision(self):
        net = network()
        made = torch.amp.GradScaler if hasattr(torch.amp, "GradScaler") else torch.cuda.amp.GradScaler
        scaler = made(enabled=DEVICE.type == "cuda")
        kind = torch.float16 if DEVICE.type == "cuda" else torch.bfloat16
        seen = []
        net[2].register_forward_hook(lambda module, given, out: seen.append(out.dtype))
        result = alcole.torch.train(fair(net), loader(people()), adam(net), {"stochastic.dual_every": 3}, epochs=25,
                                    autocast=kind, scaler=scaler, clip=1.0)
        self.assertEqual(set(seen), {kind})
        self.assertTrue(all(p.dtype == torch.float32 for p in net.parameters()))
        self.assertTrue(result.met, result)

    def test_a_step_that_the_scaler_skips(self):
        """Gradients beyond float16 are thrown away, and the scale falls until there are none."""
        if DEVICE.type != "cuda":
            self.skipTest("a GradScaler of this PyTorch scales on CUDA alone")
        made = torch.amp.GradScaler if hasattr(torch.amp, "GradScaler") else torch.cuda.amp.GradScaler
        scaler, net = made(init_scale=2.0 ** 40), network()
        before = torch.cat([p.detach().reshape(-1) for p in net.parameters()])
        x, y, _ = (t.to(DEVICE) for t in people().tensors)
        training = alcole.torch._train.Training(fair(net), [(x, y)] * 60, adam(net), {"regime": "stochastic"}, scheduler=None,
                                                all_data=None, capture=False, autocast=torch.float16, scaler=scaler, clip=1.0,
                                                group=None)
        training.holder.weights.set([0.0], [1.0], [0.0])
        training.holder.step([(x, y)])
        self.assertTrue(torch.equal(torch.cat([p.detach().reshape(-1) for p in net.parameters()]), before))
        self.assertLess(scaler.get_scale(), 2.0 ** 40)
        for _ in range(59):
            training.holder.step([(x, y)])
        self.assertFalse(torch.equal(torch.cat([p.detach().reshape(-1) for p in net.parameters()]), before))
        self.assertTrue(all(torch.isfinite(p).all() for p in net.parameters()))

    def test_a_captured_step(self):
        """One CUDA graph, or ordinary steps after a warning: the numbers are those of ordinary steps."""
        def once(capture):
            net = network()
            optimizer = torch.optim.Adam(net.parameters(), 1e-2, capturable=DEVICE.type == "cuda")
            # 350 rows: the last of four batches, and the first after the ordinary steps, is a short one.
            problem, steps = fair(net), []
            with mock.patch.object(alcole.torch._train, "make_step", lambda *given, **more: steps.append(
                    alcole.torch._step.make_step(*given, **more)) or steps[-1]):
                result = alcole.torch.train(problem, loader(people(350)), optimizer, epochs=6, capture=capture, keep="last")
            if capture and DEVICE.type == "cuda":
                self.assertEqual(steps[0].played, 5 * 3)  # the full batches of all epochs but the first
            return torch.cat([p.detach().reshape(-1) for p in net.parameters()]), result

        wanted, _ = once(False)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            found, _ = once(True)
        said = [w for w in said if str(w.message).startswith("capture:")]
        self.assertEqual(len(said), 0 if DEVICE.type == "cuda" else 1)
        self.assertLess((found - wanted).abs().max().item(), 1e-5 if DEVICE.type == "cuda" else 1e-12)

    def test_a_step_has_hardly_more_operations_than_plain_pytorch(self):
        """Which is what a small step costs on a GPU: the step of bench/gpu, with the estimates of train()."""
        from torch.utils._python_dispatch import TorchDispatchMode
        file = pathlib.Path(__file__).resolve().parents[2] / "bench" / "gpu" / "constrained_step.py"
        spec = importlib.util.spec_from_file_location("constrained_step", file)
        bench = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(bench)
        views = ("view", "detach", ".t.", "expand", "unsqueeze", "slice", "select", "transpose", "split", "alias")

        class Count(TorchDispatchMode):
            count = 0

            def __torch_dispatch__(self, function, types, given=(), more=None):
                self.count += not any(word in str(function) for word in views)
                return function(*given, **(more or {}))

        def operations(step):
            for _ in range(3):
                step(*batch)
            with Count() as counter:
                step(*batch)
            return counter.count

        batch, maps = bench.batch_of(64, DEVICE), bench.Maps(DEVICE)
        nets = [bench.network(8, DEVICE) for _ in range(3)]
        with mock.patch.object(torch, "autocast", lambda *_, **__: contextlib.nullcontext()):
            plain = operations(bench.Plain(nets[0], maps, bench.adam(nets[0]), None))
        for net, ready_made in zip(nets[1:], (False, True)):
            step = bench.alcole_step(net, maps, bench.adam(net), None, False, ready_made, "running")
            self.assertLessEqual(operations(step), plain + 6)  # of some sixty, where the optimiser has few

    def test_kinds_of_batches(self):
        """A graph is for batches that are alike but for the values of their tensors."""
        batch = {"x": torch.zeros(3, 2), "weight": 0.5, "more": [torch.zeros(3, dtype=torch.long), "train"]}
        self.assertEqual(kind_of(batch), kind_of({**batch, "x": torch.ones(3, 2)}))
        for other in ({"x": torch.zeros(2, 2)}, {"x": torch.zeros(3, 2).double()}, {"weight": 0.25}, {"weight": 1},
                      {"more": [batch["more"][0], "test"]}):
            self.assertNotEqual(kind_of(batch), kind_of({**batch, **other}))
        self.assertNotEqual(kind_of([set()]), kind_of([set()]))  # nobody can tell

    def test_the_graph_is_of_the_batches_that_come_most_often(self):
        if DEVICE.type != "cuda":
            self.skipTest("there is no CUDA to ask")
        net = network()
        x, y, _ = (t.to(DEVICE) for t in people().tensors)
        training = alcole.torch._train.Training(fair(net), [(x, y)] * 50, adam(net), {"regime": "stochastic"}, scheduler=None,
                                                all_data=None, capture=True, autocast=None, scaler=None, clip=0.0, group=None)
        step = training.holder.step
        for _ in range(3):
            step([(x[:90], y[:90])])
        for _ in range(40):
            step([(x[:100], y[:100])])
        self.assertGreaterEqual(step.played, 32)
        self.assertEqual(step.kind, kind_of([(x[:100], y[:100])]))

    def test_values_that_are_no_tensors_are_not_frozen(self):
        """A weight that is a number in the batch."""
        found = []
        for capture in (False, DEVICE.type == "cuda"):
            net = network()
            x, y, _ = (t.to(DEVICE) for t in people().tensors)
            batches = [{"x": x, "y": y, "weight": 1.0 if k % 3 else 4.0} for k in range(12)]

            def weighted(batch, net=net):
                out = net(batch["x"])
                return torch.stack([batch["weight"] * torch.nn.functional.cross_entropy(out, batch["y"]), out.abs().mean()])

            problem = alcole.torch.Problem(net, weighted, ["size"], [0.5])
            alcole.torch.train(problem, batches, torch.optim.SGD(net.parameters(), 0.1), epochs=3, capture=capture, keep="last")
            found.append(torch.cat([p.detach().reshape(-1) for p in net.parameters()]))
        self.assertLess((found[0] - found[1]).abs().max().item(), 1e-5)

    def test_a_module_that_cannot_be_captured(self):
        if DEVICE.type != "cuda":
            self.skipTest("there is no CUDA to ask")
        net = network()
        before = torch.cuda.current_stream()

        def looks(batch):
            out = net(batch[0])
            if out.sum().item() == 0:
                return out.mean().expand(2)
            return torch.stack([torch.nn.functional.cross_entropy(out, batch[1]), out.abs().mean()])

        problem = alcole.torch.Problem(net, looks, ["size"], [0.5])
        with self.assertWarnsRegex(RuntimeWarning, "cannot be captured"):
            result = alcole.torch.train(problem, loader(people()), adam(net), epochs=4, capture=True)
        self.assertEqual(result.counts["steps"], 24)
        self.assertEqual(torch.cuda.current_stream(), before)
        torch.nn.functional.dropout(torch.ones(8, device=DEVICE))  # draws random numbers as if nothing had happened

    def test_a_step_never_waits_for_the_device(self):
        """Numbers come to the host at dual steps alone."""
        if DEVICE.type != "cuda":
            self.skipTest("there is no CUDA to ask")
        net = network()
        x, y, _ = (t.to(DEVICE) for t in people().tensors)
        problem = fair(net)
        training = alcole.torch._train.Training(problem, [(x, y)] * 50, adam(net), {"regime": "stochastic"}, scheduler=None,
                                                all_data=None, capture=False, autocast=None, scaler=None, clip=0.0, group=None)
        step = training.holder.step
        step([(x, y)])
        torch.cuda.set_sync_debug_mode("error")
        try:
            for _ in range(3):
                step([(x, y)])
        finally:
            torch.cuda.set_sync_debug_mode("default")


class Values(torch.nn.Module):
    """A number for each row."""

    def __init__(self, count):
        super().__init__()
        self.values = torch.nn.Embedding(count, 1)
        torch.nn.init.zeros_(self.values.weight)

    def forward(self, rows):
        return self.values(rows)[:, 0]


class EachRow(unittest.TestCase):
    """minimise the mean of (y_i - 1)^2 such that y_i <= b_i: the multiplier of row i is 2 max(0, 1 - b_i)."""

    COUNT = 2000

    def problem(self, net, bound):
        return alcole.torch.Problem(net, [risks.Loss(lambda out, y: (out - y) ** 2),
                                          risks.EachRow(self.COUNT, bound, function=lambda out, y: out, name="each")])

    def trained(self, net, bound, epochs=40, **more):
        rows = torch.arange(self.COUNT)
        data = torch.utils.data.TensorDataset(rows, torch.ones(self.COUNT), rows)
        # The gradient of a mean over 500 rows: a step of half of it to each of them.
        optimizer = torch.optim.SGD(net.parameters(), 500 / 4)
        return alcole.torch.train(self.problem(net, bound), loader(data, 500), optimizer, epochs=epochs, **more)

    def test_known_multipliers(self):
        bound = torch.linspace(0.2, 1.4, self.COUNT)
        net = Values(self.COUNT).to(DEVICE)
        result = self.trained(net, bound, keep="last")
        found = net.values.weight.detach()[:, 0].cpu()
        self.assertLess((found - bound.clamp(max=1)).abs().max().item(), 1e-2)
        wanted = 2 * (1 - bound).clamp(min=0)
        self.assertLess((result.row_multipliers["each"].cpu() - wanted).abs().max().item(), 5e-2)
        self.assertAlmostEqual(result.multipliers[0], wanted.mean().item(), delta=2e-2)
        worst = float((found - bound).max())
        self.assertAlmostEqual(result.slacks[0], worst, places=5)

    def test_the_worst_row_decides(self):
        net = Values(self.COUNT).to(DEVICE)
        result = self.trained(net, 0.5)
        self.assertTrue(result.met, result)
        self.assertEqual(result.iterate, "best")
        verdict, = records(result.verdicts)
        self.assertEqual((verdict["bound"], verdict["verdict"]), (0.5, "met"))
        self.assertAlmostEqual(verdict["risk"], float(net.values.weight.detach().max()), places=5)
        with torch.no_grad():
            net.values.weight[7] = 0.9  # one row is enough
        again = self.trained(net, 0.5, epochs=1, stop=lambda: True, keep="last")
        self.assertEqual([r["verdict"] for r in records(again.verdicts)], ["not_met"])
        self.assertAlmostEqual(again.slacks[0], 0.4, places=5)

    def test_only_rows_of_the_batch_are_touched(self):
        net = Values(self.COUNT).to(DEVICE)
        asked = [0]

        def stop():
            asked[0] += 1
            return asked[0] > 2

        with torch.no_grad():
            net.values.weight.fill_(1.0)
        result = self.trained(net, 0.5, stop=stop, keep="last")
        touched = result.row_multipliers["each"] > 0
        self.assertIn(result.counts["steps"], (1, 2))
        self.assertEqual(int(touched.sum()), 500 * result.counts["steps"])

    def test_stopping_and_going_on_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "checkpoint")

            def once(most, resume):
                torch.manual_seed(3)
                asked = [0]

                def stop():
                    asked[0] += 1
                    return asked[0] > most

                net = Values(self.COUNT).to(DEVICE)
                return net, self.trained(net, 0.5, epochs=6, keep="last", checkpoint=file, resume=resume, stop=stop)

            whole, wanted = once(10 ** 9, False)
            once(9, False)
            again, found = once(10 ** 9, True)
            self.assertTrue(torch.equal(whole.values.weight, again.values.weight))
            self.assertTrue(torch.equal(wanted.row_multipliers["each"], found.row_multipliers["each"]))
            self.assertEqual(wanted.multipliers, found.multipliers)

    def test_refusals(self):
        net = Values(self.COUNT).to(DEVICE)
        with self.assertRaisesRegex(ValueError, "augmented Lagrangian"):
            self.trained(net, 0.5, options={"method": "penalty"})
        with self.assertRaisesRegex(ValueError, "train\\(\\) does"):
            alcole.torch.solve(self.problem(net, 0.5), [torch.zeros(1)])
        with self.assertRaisesRegex(ValueError, "objective"):
            alcole.torch.Problem(net, [risks.EachRow(3, 0.5)])


class Refusals(unittest.TestCase):
    def test_say_what_to_do(self):
        net, data = network(), loader(people())
        cases = [
            (lambda: alcole.torch.Problem(net, lambda b: b), "names or the bounds"),
            (lambda: alcole.torch.Problem(net, lambda b: b, ["a"], [1, 2]), "bounds has 2 entries for 1"),
            (lambda: alcole.torch.Problem(net, [risks.Loss()], ["a"]), "their own names"),
            (lambda: alcole.torch.Problem(net, [risks.Loss(), risks.Loss(name="a"), risks.Loss(name="a")]), "called 'a'"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), {"stochastic.rate": 1}), "the optimiser's"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), {"regime": "full"}), "alcole.torch.solve"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), {"penalty.facto": 1}), "penalty.factor"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), keep="first"), "keep must be"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), resume=True), "needs the checkpoint"),
            (lambda: alcole.torch.train(alcole.torch.Problem(net, lambda b: net(b[0])[0, :1], ["a"]), data, adam(net)),
             "it must be \\(2,\\): torch.stack"),
            (lambda: alcole.torch.Problem(lambda x: x, [risks.Loss()]), "must be a torch.nn.Module, not a function"),
            (lambda: alcole.torch.Problem(net, None), "a list of ready-made risks"),
            (lambda: alcole.torch.Lagrangian(net, ["a", "a"], [1, 1]), "two constraints are called 'a'"),
            (lambda: alcole.torch.Lagrangian(net, ["a"], [1])([1.0, 2.0]), "one tensor: torch.stack"),
            (lambda: alcole.torch.train(fair(net), people(), adam(net)), "a data set gives rows"),
            (lambda: alcole.torch.train(fair(net), iter(data), adam(net)), "has a length, as a DataLoader"),
            (lambda: alcole.torch.train(fair(net), [torch.zeros(9, 4, device=DEVICE)], adam(net)), "needs targets"),
            (lambda: alcole.torch.train(fair(net), data, adam(network())), "none of the module's parameters"),
            (lambda: alcole.torch.train(fair(net), data, torch.optim.Adam), "must be one of torch.optim"),
            (lambda: alcole.torch.train(fair(net), data, torch.optim.LBFGS(net.parameters())), "alcole.torch.solve"),
            (lambda: alcole.torch.train(alcole.torch.Problem(net, [risks.Loss(), risks.EachRow(600, 2.0)]),
                                        [batch[:2] for batch in data], adam(net)), "numbers of the rows"),
        ]
        for call, sentence in cases:
            with self.assertRaisesRegex((ValueError, TypeError), sentence):
                call()
        with self.assertRaisesRegex(FileNotFoundError, "no folder 'absent'"):
            alcole.torch.train(fair(net), data, adam(net), checkpoint="absent/checkpoint")


if __name__ == "__main__":
    unittest.main()
