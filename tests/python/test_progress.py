"""Progress reports, numbers of threads, and what a Ctrl-C leaves behind."""

import contextlib
import io
import os
import pty
import signal
import subprocess
import sys
import tempfile
import threading
import types
import unittest
import unittest.mock

import people
from people import parts

import alcole
from alcole import _progress

X, Y = parts()
SCRIPT = """
import sys
sys.modules.update(pandas=None, sklearn=None)  # quicker
{before}
import alcole, numpy
alcole._progress.DELAY = 0
x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
alcole.Classifier("linear", l2=0.01, {more}).fit(x, x[:, 0] > 0.1)
"""


def said(more="", before="", terminal=False):
    """What is written to standard error, which is a pipe or a terminal."""
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT.format(more=more, before=before)]
    if not terminal:
        return subprocess.run(command, check=True, capture_output=True, text=True).stderr
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stderr=theirs)
    os.close(theirs)
    text = b""
    with contextlib.suppress(OSError):  # the terminal is closed when the process ends
        while piece := os.read(ours, 4096):
            text += piece
    os.close(ours)
    if process.wait() != 0:
        raise AssertionError(text.decode())
    return text.decode()


def has_tqdm():
    try:
        import tqdm  # noqa: F401
    except ImportError:
        return False
    return True


class Telling(unittest.TestCase):
    def test_a_pipe_is_quiet(self):
        self.assertEqual(said(), "")

    def test_a_pipe_is_told_lines_where_they_are_asked_for(self):
        lines = said("verbose=1").splitlines()
        self.assertGreater(len(lines), 3)
        self.assertTrue(all(line.startswith("alcole: ") for line in lines), lines)
        self.assertRegex("\n".join(lines), r"alcole: step \d+, objective 0\.\d+")

    @unittest.skipUnless(has_tqdm(), "tqdm is not installed")
    def test_a_terminal_shows_a_bar(self):
        text = said(terminal=True)
        self.assertRegex(text, r"\ralcole: \d+ step \[")
        self.assertEqual(text.replace("\r", "\n").split("\n")[-1].strip(), "", "the bar is taken away in the end")

    def test_a_bar_for_each_stage(self):
        made = []

        def bar(**more):
            made.append(unittest.mock.Mock(more=more, n=0))
            return made[-1]

        shown = _progress._Tqdm(bar)
        for done in (1, 4):
            shown({"stage": "", "unit": "step", "done": done, "objective": 0.25, "left": 7.0})
        shown({"stage": "judging", "unit": "", "done": 0})
        shown.close()
        first, second = made
        self.assertEqual([call.args for call in first.update.call_args_list], [(1,), (4,)])
        first.set_postfix_str.assert_called_with("objective 0.25, about 7 s left", refresh=False)
        self.assertEqual(second.more["desc"], "judging")
        first.close.assert_called_once()
        second.close.assert_called_once()

    def test_a_terminal_without_tqdm_shows_a_line(self):
        text = said(before="sys.modules['tqdm'] = None", terminal=True)
        self.assertRegex(text, r"\ralcole: ")
        self.assertEqual(text.split("\r")[-1], "")

    def test_a_terminal_is_quiet_where_it_is_asked_to_be(self):
        self.assertEqual(said("verbose=0", terminal=True), "")

    def test_a_notebook_counts_as_watched(self):
        kernel = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=object()))
        shell = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace())
        with unittest.mock.patch.object(sys, "stderr", io.StringIO()):
            with unittest.mock.patch.dict(sys.modules, {"IPython": kernel}):
                self.assertTrue(_progress.is_watched())
            with unittest.mock.patch.dict(sys.modules, {"IPython": shell}):
                self.assertFalse(_progress.is_watched())

    def test_the_logger_hears_all_of_it(self):
        with self.assertLogs("alcole", "INFO") as heard:
            alcole.Classifier("linear", verbose=0).fit(X, Y)
        self.assertRegex("\n".join(heard.output), r"INFO:alcole:step \d+, objective")

    def test_a_bar_is_taken_away_when_a_fit_fails(self):
        with unittest.mock.patch.multiple(_progress, is_watched=lambda: True, _bar=unittest.mock.DEFAULT) as made:
            bar = made["_bar"]
            with self.assertRaises(ValueError):
                alcole.Classifier("linear", constraints=[alcole.DemographicParity("rase", 0.1)]).fit(X, Y)
        bar.return_value.close.assert_called_once()


    def test_ctrl_c_ends_a_fit_that_reads_a_file(self):
        """The listener does not go on before the signal has been handled."""
        handled = threading.Event()

        def handle(*_):
            handled.set()
            raise KeyboardInterrupt

        def press(progress):
            if progress["stage"].startswith("reading") and not handled.is_set():
                os.kill(os.getpid(), signal.SIGINT)
                handled.wait()

        before = signal.signal(signal.SIGINT, handle)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "new.csv")
            big, y = parts(200_000)
            big.assign(approved=y).to_csv(file, index=False)
            model = alcole.Classifier("linear", certify={"confidence": 0.9, "file": file}, positive="granted",
                                      constraints=[alcole.Rate("error_rate", 0.6)])
            model._listening = lambda: contextlib.nullcontext(press)
            with unittest.mock.patch.dict(os.environ, {"ALCOLE_CACHE_DIR": folder, "TMPDIR": folder}):
                with self.assertRaises(KeyboardInterrupt) as stopped:
                    model.fit(X, Y)
            self.assertFalse(hasattr(stopped.exception, "folder"), "there is nothing to continue")
        self.assertTrue(handled.is_set())

    def test_what_a_listener_raises_ends_the_fit(self):
        model = alcole.Classifier("linear")
        model._listening = lambda: contextlib.nullcontext(lambda _: 1 / 0)
        with self.assertRaises(ZeroDivisionError):
            model.fit(X, Y)
        self.assertFalse(hasattr(model, "classes_"))


class Threads(unittest.TestCase):
    def most(self, n_jobs):
        """The number of threads of this process while it fits."""
        big, y = parts(4000)
        model = alcole.Classifier("linear", constraints=[alcole.DemographicParity("sex", 0.02)], n_jobs=n_jobs)
        seen = []
        model._listening = lambda: contextlib.nullcontext(lambda _: seen.append(len(os.listdir("/proc/self/task"))))
        model.fit(big, y)
        return max(seen)

    def test_as_many_as_n_jobs_says(self):
        one = self.most(1)
        self.assertEqual(self.most(3), one + 2)
        self.assertEqual(self.most(-1000), one)
        self.assertEqual(self.most(-1), one + os.cpu_count() - 1)


if __name__ == "__main__":
    people.run_tests()
