"""Two processes, each with a part of every batch, compared with one that has all of it (Gloo); on a GPU they share
it. NCCL does not allow two processes on one GPU, so there it is tested with a single one."""

import datetime
import os
import signal
import sys
import tempfile
import unittest

from torch_bodies import DEVICE, flipped, loader, network, people, torch

import alcole.torch
from alcole.torch import risks

ROWS, BATCH = 480, 60
# The order of sums on a GPU differs from run to run; in double the effect is far below the tolerances here.
DTYPE = torch.float64 if DEVICE.type == "cuda" else torch.float32


def group(batch):
    return batch[0][:, 0].long()


def problem(net):
    return alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 2e-3, name="flip"),
                                      risks.GroupRates(group, [0, 1], 0.05), risks.EachRow(ROWS, 1.5, name="each")])


def batches(rank, count):
    """The same rows in the same order for any number of processes; the shares of a batch have different sizes."""
    x, y, row = people(ROWS).tensors
    found = []
    for begin in range(0, ROWS, BATCH):
        cut = begin + BATCH if count == 1 else begin + BATCH // 3
        part = slice(begin, cut) if rank == 0 else slice(cut, begin + BATCH)
        found.append((x[part].to(DEVICE, DTYPE), y[part].to(DEVICE), row[part].to(DEVICE)))
    return found


def weights_of(net):
    return torch.cat([p.detach().reshape(-1) for p in net.parameters()]).cpu()


def trained(rank, count, wrapped=False):
    net = network(seed=1 + rank, dtype=DTYPE)  # the second process takes the weights of the first
    if wrapped:
        net = torch.nn.parallel.DistributedDataParallel(net)
    result = alcole.torch.train(problem(net), batches(rank, count), torch.optim.SGD(net.parameters(), 0.3, momentum=0.9),
                                {"stochastic.dual_every": 4}, epochs=20, keep="last")
    return {"weights": weights_of(net), "multipliers": result.multipliers, "rows": result.row_multipliers["each"].cpu(),
            "slacks": result.slacks, "objective": result.objective, "status": result.status,
            "trace": [r["risks"].tolist() for r in result.records]}


def own_loop(rank, count):
    """Lagrangian under DistributedDataParallel, with the number of rows of each mean."""
    net = network(dtype=DTYPE)
    module = torch.nn.parallel.DistributedDataParallel(net) if count > 1 else net
    lagrangian = alcole.torch.Lagrangian(module, ["flip"], [2e-3], every=4)
    optimizer = torch.optim.SGD(net.parameters(), 0.3)
    for x, y, _ in batches(rank, count) * 6:
        optimizer.zero_grad()
        out, other = module(torch.cat([x, flipped(x)])).split(len(x))
        loss = torch.nn.functional.cross_entropy(out, y)
        lagrangian(torch.stack([loss, risks.divergence(out, other).mean()]), counts=len(x)).backward()
        optimizer.step()
        lagrangian.step()
    return {"weights": weights_of(net), "multipliers": list(lagrangian.multipliers.values())}


def meet(rank, folder):
    torch.distributed.init_process_group("gloo", init_method="file://" + os.path.join(folder, "meeting"), rank=rank,
                                         world_size=2, timeout=datetime.timedelta(seconds=60))


def apart(rank, folder, **more):
    """Each process draws its own rows and dropout, and has normalised its own rows."""
    torch.manual_seed(4 + rank)
    layers = [torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Dropout(0.2), torch.nn.Linear(8, 2)]
    net = torch.nn.Sequential(*layers).to(DEVICE)
    fair = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 1e-3, name="flip")])
    result = alcole.torch.train(fair, loader(people(300, seed=rank), 50), torch.optim.Adam(net.parameters(), 1e-2),
                                {"stochastic.dual_every": 4}, epochs=6, checkpoint=os.path.join(folder, "checkpoint"),
                                keep="last", **more)
    return torch.cat([value.detach().reshape(-1).double().cpu() for value in net.state_dict().values()]), result


def go_on(rank, folder):
    """A training that was stopped in both processes, and one that was not."""
    meet(rank, folder)
    whole, wanted = apart(rank, folder)
    asked = [0]

    def stop():
        asked[0] += 1
        return rank == 1 and asked[0] > 3  # only one of them asks to stop

    _, stopped = apart(rank, folder, stop=stop)
    torch.distributed.barrier()
    again, found = apart(rank, folder, resume=True)
    torch.save({"whole": whole, "again": again, "stopped": stopped.status, "steps": stopped.counts["steps"],
                "multipliers": [wanted.multipliers, found.multipliers]}, os.path.join(folder, f"rank{rank}"))
    torch.distributed.destroy_process_group()


def interrupted(rank, folder):
    """Ctrl-C reaches only the first process, while both evaluate held-out rows."""
    meet(rank, folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def told(_):
        if rank == 0:
            signal.raise_signal(signal.SIGINT)

    said = "nothing"
    try:
        apart(rank, folder, held_out=loader(people(100, seed=9)), on_progress=told)
    except alcole.torch._train.Interrupted as found:
        said = found.result.status
    torch.save(said, os.path.join(folder, f"rank{rank}"))
    torch.distributed.destroy_process_group()


def unequal(rank, folder):
    meet(rank, folder)
    net, said = network(), ""
    try:
        alcole.torch.train(alcole.torch.Problem(net, [risks.Loss()]), loader(people(400 - 100 * rank)),
                           torch.optim.SGD(net.parameters(), 0.1), epochs=1)
    except ValueError as error:
        said = str(error)
    torch.save(said, os.path.join(folder, f"rank{rank}"))
    torch.distributed.destroy_process_group()


def of_both(what):
    """What the two processes saved."""
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(what, (folder,), nprocs=2)
        found = [torch.load(os.path.join(folder, f"rank{rank}")) for rank in (0, 1)]
        file = os.path.join(folder, "checkpoint")
        return found, alcole.torch._checkpoint.load(file) if os.path.exists(file) else None


def work(rank, folder):
    meet(rank, folder)
    torch.save([trained(rank, 2), trained(rank, 2, wrapped=True), own_loop(rank, 2)], os.path.join(folder, f"rank{rank}"))
    torch.distributed.destroy_process_group()


class Distributed(unittest.TestCase):
    def test_two_processes_are_one(self):
        (first, second), _ = of_both(work)
        alone = [trained(0, 1), trained(0, 1), own_loop(0, 1)]
        for one, a, b in zip(alone, first, second):
            self.assertTrue(torch.equal(a["weights"], b["weights"]))  # as in the other process
            self.assertEqual(a["multipliers"], b["multipliers"])
            self.assertLess((one["weights"] - a["weights"]).abs().max().item(), 1e-5)
            for u, v in zip(one["multipliers"], a["multipliers"]):
                self.assertAlmostEqual(u, v, delta=1e-5)
        for one, a, b in zip(alone[:2], first[:2], second[:2]):
            self.assertEqual(one["status"], a["status"])
            self.assertTrue(torch.equal(a["rows"], b["rows"]))
            self.assertLess((one["rows"] - a["rows"]).abs().max().item(), 1e-5)
            self.assertGreater(int((a["rows"] > 0).sum()), 5)
            self.assertEqual(len(one["trace"]), len(a["trace"]))
            for u, v in zip(one["slacks"] + [one["objective"]], a["slacks"] + [a["objective"]]):
                self.assertAlmostEqual(u, v, delta=1e-5)
        self.assertGreater(max(alone[0]["multipliers"]), 1e-3)

    def test_each_goes_on_with_its_own_rows_and_random_numbers(self):
        found, checkpoint = of_both(go_on)
        for one in found:
            self.assertEqual(one["stopped"], "interrupted")
            self.assertEqual(one["steps"], found[0]["steps"])
            self.assertLess(one["steps"], 36)
            self.assertTrue(torch.equal(one["whole"], one["again"]))
            self.assertEqual(*one["multipliers"])
        self.assertFalse(torch.equal(found[0]["whole"], found[1]["whole"]))  # each process has its own batch statistics
        net = network()
        training = alcole.torch._train.Training(
            alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 1e-3, name="flip")]), loader(people()),
            torch.optim.Adam(net.parameters()), {"regime": "stochastic"}, scheduler=None, all_data=None, capture=False,
            autocast=None, scaler=None, clip=0.0, group=None)
        with self.assertRaisesRegex(ValueError, "of a training in 2 processes"):
            training.restore(checkpoint)

    def test_ctrl_c_in_one_ends_both(self):
        found, _ = of_both(interrupted)
        self.assertEqual(found, ["interrupted"] * 2)

    def test_loaders_of_different_lengths(self):
        for said in of_both(unequal)[0]:
            self.assertIn("give 4, 3 batches", said)

    def test_every_sum_through_nccl(self):
        if DEVICE.type != "cuda" or not torch.distributed.is_nccl_available():
            self.skipTest("NCCL is for CUDA")
        wanted = trained(0, 1)
        of_one = alcole.torch._ranks.Ranks.__init__

        def of_several(self, *arguments):
            of_one(self, *arguments)
            self.several = True

        with tempfile.TemporaryDirectory() as folder:
            torch.distributed.init_process_group("nccl", init_method="file://" + os.path.join(folder, "meeting"), rank=0,
                                                 world_size=1)
            alcole.torch._ranks.Ranks.__init__ = of_several
            try:
                found = trained(0, 1)
            finally:
                alcole.torch._ranks.Ranks.__init__ = of_one
                torch.distributed.destroy_process_group()
        self.assertLess((wanted["weights"] - found["weights"]).abs().max().item(), 1e-5)
        for u, v in zip(wanted["multipliers"], found["multipliers"]):
            self.assertAlmostEqual(u, v, delta=1e-5)


if __name__ == "__main__":
    if not torch.distributed.is_available():
        print("skipped: this PyTorch has no torch.distributed")
        sys.exit(0)
    unittest.main()
