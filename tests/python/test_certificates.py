"""Rows in memory are opened for a certificate once, like files: docs/certificates.md."""

import contextlib
import json
import os
import pathlib
import tempfile
import unittest
import unittest.mock
import warnings

from people import parts

import alcole
from alcole import Rate

X, Y = parts()
NEW, Y_NEW = parts(900, seed=5)


def model(**more):
    return alcole.Classifier("linear", constraints=[Rate("error_rate", 0.6)], positive="granted", **more)


class Ledger(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        change = unittest.mock.patch.dict(os.environ, {"ALCOLE_CACHE_DIR": folder.name})
        change.start()
        self.addCleanup(change.stop)
        self.file = pathlib.Path(folder.name) / "certificates.jsonl"

    def lines(self):
        return [json.loads(line) for line in self.file.read_text().splitlines()] if self.file.exists() else []

    def refused(self, work, sentence="the table in memory: its rows were opened for a certificate on"):
        before = self.lines()
        with self.assertRaisesRegex(ValueError, sentence):
            work()
        self.assertEqual(self.lines(), before)

    def test_a_fit_opens_its_rows_once(self):
        first = model(certify=0.9).fit(X, Y)
        self.assertEqual(first.certificate_["constraints"][0]["verdict"], "certified")
        line, = self.lines()
        self.assertEqual((line["planned"], line["file"]), (1, "the table in memory"))
        again = model(certify=0.9).fit(X, Y)  # repeating the same question is not a second look
        self.assertEqual(again.certificate_, first.certificate_)
        self.assertEqual(len(self.lines()), 1)
        self.refused(lambda: model(certify=0.9, seed=1).fit(X, Y))
        self.refused(lambda: model(certify=0.9, l2=0.1).fit(X, Y))
        model(seed=1).fit(X, Y)  # without a certificate, the rows may be used any number of times

    def test_the_same_rows_are_known_in_any_order_and_type(self):
        model(certify=0.9).fit(X, Y)
        order = X.sample(frac=1, random_state=1).index
        self.refused(lambda: model(certify=0.9).fit(X.loc[order], Y.loc[order]))
        self.refused(lambda: model(certify=0.9, seed=2).fit(X[X.columns[::-1]].astype({"race": "category", "age": float}), Y))
        changed = X.assign(age=X["age"].where(X.index != 5, 99))
        model(certify=0.9, seed=2).fit(changed, Y)
        self.assertEqual(len(self.lines()), 2)

    def test_rows_of_a_file(self):
        """certify.file: a separate table, as in a run file."""
        file = self.file.parent / "new.csv"
        NEW.assign(approved=Y_NEW).to_csv(file, index=False)
        found = model(certify={"confidence": 0.9, "file": str(file)}).fit(X, Y).certificate_
        self.assertEqual((found["rows"], found["constraints"][0]["verdict"]), (900, "certified"))
        self.assertEqual(self.lines()[0]["file"], "new.csv")
        self.refused(lambda: model(certify={"confidence": 0.9, "file": str(file)}, seed=1).fit(X, Y), "new.csv: its rows were")
        self.refused(lambda: model(certify={"confidence": 0.9, "file": "nowhere.csv"}).fit(X, Y), "nowhere.csv: there is no such")

    def test_it_is_refused_before_it_trains(self):
        model(certify=0.9).fit(X, Y)
        told = []
        late = model(certify=0.9, seed=1)
        late._listening = lambda: contextlib.nullcontext(told.append)
        self.refused(lambda: late.fit(X, Y))
        self.assertEqual(told, [])

    def test_other_rows_are_opened_once(self):
        one, two = model().fit(X, Y), model(l2=0.3).fit(X, Y)
        first = one.certificate(NEW, Y_NEW, confidence=0.9)
        self.assertEqual(first["constraints"][0]["verdict"], "certified")
        self.assertFalse(first["rows_were_trained_on"])
        self.assertEqual(one.certificate(NEW, Y_NEW, confidence=0.9), first)
        self.refused(lambda: two.certificate(NEW, Y_NEW, confidence=0.9))
        self.refused(lambda: one.certificate(NEW, Y_NEW, confidence=0.99))
        self.refused(lambda: one.certificate(NEW[::-1], Y_NEW[::-1], confidence=0.9, family="hoeffding"))
        self.assertEqual(len(self.lines()), 1)

    def test_several_openings_are_planned_before_the_first(self):
        models = [model(l2=l2).fit(X, Y) for l2 in (0.1, 0.2, 0.3)]
        shared = [one.certificate(NEW, Y_NEW, confidence=0.9, openings=2) for one in models[:2]]
        self.assertEqual([round(one["delta"], 9) for one in shared], [0.05, 0.05])
        self.refused(lambda: models[2].certificate(NEW, Y_NEW, confidence=0.9, openings=2))
        self.refused(lambda: models[2].certificate(NEW, Y_NEW, confidence=0.9, openings=3), "with 2 openings planned")
        model(certify={"confidence": 0.9, "openings": 2}).fit(X, Y)
        model(certify={"confidence": 0.9, "openings": 2}, seed=1).fit(X, Y)
        self.refused(lambda: model(certify={"confidence": 0.9, "openings": 2}, seed=2).fit(X, Y))

    def test_rows_that_were_learned_from_certify_nothing(self):
        trained = model().fit(X, Y)
        with self.assertWarnsRegex(UserWarning, "the rows that the model learned from, so nothing is certified"):
            found = trained.certificate(X.sample(frac=1, random_state=0), Y.sample(frac=1, random_state=0))
        self.assertTrue(found["rows_were_trained_on"])
        self.assertEqual({one["verdict"] for one in found["constraints"]}, {"undecided"})
        self.assertEqual(self.lines(), [])

    def test_a_question_that_makes_no_sense_opens_nothing(self):
        trained = model().fit(X, Y)
        for wrong in ({"confidence": 1.0}, {"confidence": 0}, {"family": "guess"}, {"openings": 0}):
            self.refused(lambda wrong=wrong: trained.certificate(NEW, Y_NEW, **wrong), ".")
        self.refused(lambda: trained.certificate(NEW.drop(columns="age"), Y_NEW), "age")
        self.assertFalse(self.file.exists())

    def test_a_fit_is_not_resumed_with_other_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            model().fit(X, Y, folder=folder)
            model().fit(X, Y, folder=folder, resume=True)
            with self.assertRaisesRegex(ValueError, "the table in memory: its rows have changed since this run began"):
                model().fit(X[1:], Y[1:], folder=folder, resume=True)
            with self.assertRaisesRegex(ValueError, "its rows have changed"):
                model().fit(X[::-1], Y[::-1], folder=folder, resume=True)
            model().fit(X, Y, folder=folder, sample_weight=1 + X["owner"])
            with self.assertRaisesRegex(ValueError, "its rows have changed"):
                model().fit(X, Y, folder=folder, resume=True, sample_weight=2 - X["owner"])

    def test_an_answer_is_examined_on_its_own_rows(self):
        trained = model().fit(X, Y)
        with self.assertRaisesRegex(ValueError, r"these are not the rows of fit\(\)"):
            trained.examine(NEW, Y_NEW)
        with self.assertRaisesRegex(ValueError, r"these are not the rows of fit\(\), or they have changed"):
            trained.examine(X[::-1], Y[::-1])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    unittest.main()
