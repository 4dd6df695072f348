"""alcole.torch.train: its steps in mixed precision, captured as CUDA graphs, and what they cost."""

import contextlib
import importlib.util
import pathlib
import unittest
import warnings
from unittest import mock

from torch_bodies import DEVICE, adam, fair, flipped, loader, network, people, torch

import alcole.torch
from alcole.torch import risks
from alcole.torch._capture import kind_of


class Steps(unittest.TestCase):
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


if __name__ == "__main__":
    unittest.main()
