"""alcole.torch.train: interrupting and resuming changes nothing."""

import os
import signal
import tempfile
import unittest

from torch_bodies import DEVICE, adam, fair, loader, network, people, torch

import alcole.torch
from alcole.torch import risks


class Resuming(unittest.TestCase):
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


if __name__ == "__main__":
    unittest.main()
