"""Where columns come from, and what is copied."""

import gc
import sys
import tracemalloc
import unittest
import unittest.mock

import numpy as np
import pandas
from made_arrow import JUNK, MadeArrow
from people import parts, resident

import alcole
from alcole import DemographicParity
from alcole._columns import Coded, columns_of, table_of

X, Y = parts()


def fitted(frame, y=Y, **more):
    return alcole.Classifier("linear", constraints=[DemographicParity("race", 0.05)], n_jobs=1).fit(frame, y, **more)


class Protocol:
    """A frame of another library that offers only the DataFrame interchange protocol, optionally in chunks."""

    def __init__(self, frame, chunks=1):
        self.whole = frame.__dataframe__()
        self.frames = [part.__dataframe__() for part in np.array_split(frame, chunks)] if chunks > 1 else [self.whole]

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self

    def column_names(self):
        return self.whole.column_names()

    def num_rows(self):
        return self.whole.num_rows()

    def get_chunks(self, n_chunks=None):
        return self.frames


class OtherFrames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.expected = fitted(X).predict_proba(X)

    def test_by_the_interchange_protocol_without_pandas(self):
        for chunks in (1, 3):
            frame = Protocol(X, chunks)
            with unittest.mock.patch.dict(sys.modules, {"pandas.api.interchange": None}):
                model = fitted(frame)
                np.testing.assert_array_equal(model.predict_proba(frame), self.expected)
            self.assertEqual(list(model.feature_names_in_), list(X.columns))

    def test_categories_and_every_number_by_the_protocol(self):
        frame = X.astype({"race": "category", "age": np.int8, "income": np.float32})
        np.testing.assert_array_equal(fitted(Protocol(frame)).predict_proba(X), fitted(frame).predict_proba(X))
        gaps = frame.assign(race=frame["race"].where(frame.index % 7 != 0))
        np.testing.assert_array_equal(alcole.Classifier("linear").fit(Protocol(gaps), Y).predict_proba(gaps),
                                      alcole.Classifier("linear").fit(gaps, Y).predict_proba(gaps))

    def test_protected_columns_by_the_protocol(self):
        model = fitted(Protocol(X.drop(columns="race")), protected=Protocol(X[["race"]]))
        self.assertEqual(model.n_features_in_, 5)

    def test_what_the_protocol_brings_that_is_no_number_and_no_word(self):
        with self.assertRaisesRegex(TypeError, "column 'd' holds .* neither numbers nor words"):
            fitted(Protocol(X.assign(d=pandas.Timestamp("2020-01-01"))))

    def test_by_arrow(self):
        """Two batches, offsets, gaps, and all three formats of words."""
        for text in ("u", "U", "vu"):
            frame = MadeArrow(X, text)
            model = fitted(frame)
            np.testing.assert_array_equal(model.predict_proba(frame), self.expected)
            del model
            gc.collect()
            self.assertEqual(frame.held, 0, "everything that was given out is given back")

    def test_long_words_by_arrow(self):
        frame = X.assign(race=X["race"] + " as this person has said")
        np.testing.assert_array_equal(fitted(MadeArrow(frame, "vu")).predict_proba(frame), fitted(frame).predict_proba(frame))

    def test_dictionaries_by_arrow(self):
        frame = X.astype({"race": "category", "sex": "category"})
        for text in ("u", "vu"):
            np.testing.assert_array_equal(fitted(MadeArrow(frame, text)).predict_proba(X), self.expected)

    def test_every_number_by_arrow(self):
        for dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"):
            frame = X.astype({"age": dtype})
            np.testing.assert_array_equal(fitted(MadeArrow(frame)).predict_proba(X), self.expected, dtype)

    def test_columns_that_arrow_has_and_we_have_not(self):
        frame = MadeArrow(X.assign(d=pandas.Timestamp("2020-01-01")))
        with self.assertRaisesRegex(TypeError, "column 'd' holds values of Arrow's format 'tsn:'"):
            fitted(frame)
        self.assertEqual(frame.held, 0)
        broken = MadeArrow(X, fail=True)
        with self.assertRaisesRegex(ValueError, "could not be read: the disk is on fire"):
            fitted(broken)
        self.assertEqual(broken.held, 0)
        with self.assertRaisesRegex(ValueError, r"column 'income' holds an infinity \(row 599\)"):
            fitted(MadeArrow(X.assign(income=np.where(np.arange(600) == 599, np.inf, 1.0))))


class Copies(unittest.TestCase):
    """Nothing is copied if the layout allows; otherwise the library keeps one column, and nothing else."""

    rows = 100_000

    def most(self, frame):
        """Peak memory in bytes that Python and numpy take while a table is made from it."""
        table_of(zip(["warm"], [np.zeros(2)]))
        tracemalloc.start()
        try:
            columns = columns_of(frame)
            table = table_of(zip(columns.names, columns.values))
            self.assertEqual(table.num_rows, self.rows)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def test_numbers_are_read_where_they_lie(self):
        small = self.rows // 4  # bytes: every type has at least one per row
        matrix = np.ones((self.rows, 4))
        for what in (matrix, np.asfortranarray(matrix), matrix[:, ::2], pandas.DataFrame(matrix, columns=list("abcd"))):
            self.assertLess(self.most(what), small)
        for dtype in (np.float32, np.int64, np.int32, np.int16, np.int8, np.uint8, bool):
            frame = pandas.DataFrame({"a": np.ones(self.rows, dtype)})
            self.assertLess(self.most(frame), small, dtype)
            self.assertLess(self.most(Protocol(frame)), small, dtype)

    def test_words_are_read_where_they_lie(self):
        words = pandas.DataFrame({"a": ["x", "y"] * (self.rows // 2)})
        self.assertLess(self.most(words), self.rows // 4)
        self.assertLess(self.most(words.astype("category")), self.rows // 4)

    def test_columns_of_the_protocol_share_their_memory(self):
        frame = pandas.DataFrame({"a": np.arange(10.0), "b": np.arange(10)})
        for name, values in zip(*columns_of(Protocol(frame))[:2]):
            self.assertTrue(np.shares_memory(values, frame[name].to_numpy()), name)

    def table(self, frame):
        columns = columns_of(frame)
        return table_of(zip(columns.names, columns.values))

    def test_doubles_stay_where_they_lie(self):
        values = np.arange(12.0).reshape(4, 3)
        frame = pandas.DataFrame(np.asfortranarray(values), columns=["x0", "x1", "x2"])
        for what in (np.asfortranarray(values), frame):
            table = self.table(what)
            for j in range(3):
                column = what[:, j] if isinstance(what, np.ndarray) else what[f"x{j}"].to_numpy()
                self.assertEqual(table.address(f"x{j}"), column.ctypes.data)
        rows = self.table(values)  # rows are contiguous, so columns are not
        self.assertNotIn(rows.address("x1"), range(values.ctypes.data, values.ctypes.data + values.nbytes))
        self.assertNotEqual(self.table(values[:1].astype(">f8")).address("x0"), values.ctypes.data)

    def test_codes_stay_where_they_lie_if_their_levels_come_in_order(self):
        def lie(codes, levels):
            codes = np.asarray(codes, np.int32)
            table = table_of([("a", Coded(codes, levels))])
            return table.address("a") == codes.ctypes.data

        self.assertTrue(lie([0, 0, 1, -1, 2, 1], ["x", "y", "z", "never"]))
        self.assertFalse(lie([1, 0], ["x", "y"]))  # y comes first
        self.assertFalse(lie([0, 1], ["x", "x"]))  # one level
        self.assertFalse(lie([0, 1], ["no", "yes"]) and lie([0, 1], ["yes", "no"]))  # true is 1, whichever comes first
        with self.assertRaises(IndexError):
            lie([0, 1], ["x"])

    def test_arrow_stays_where_it_lies(self):
        words = [f"w{i:05}" for i in range(40000)]  # 32-bit codes
        frame = pandas.DataFrame({"a": np.arange(40000.0), "b": pandas.Categorical(words), "gaps": np.nan, "c": 1.0})
        frame.loc[1:, "gaps"] = 2.0
        arrow = MadeArrow(frame, batches=1)
        held = arrow.held
        table = self.table(arrow)
        buffers = [one.ctypes.data for one in arrow.kept if isinstance(one, np.ndarray)]
        for name, size, lent in (("a", 8, True), ("b", 4, True), ("gaps", 8, False), ("c", 8, True)):
            self.assertEqual(table.address(name) - JUNK * size in buffers, lent, name)
        gc.collect()
        self.assertEqual(arrow.held, held + 1)  # the batch, as long as columns read it
        del table
        self.assertEqual(arrow.held, held)
        np.testing.assert_array_equal(fitted(MadeArrow(X, batches=1)).predict_proba(X), fitted(X).predict_proba(X))

    def test_whoever_lends_is_kept(self):
        table = table_of([("a", np.arange(1e6))])  # nothing else refers to the array
        gc.collect()
        other = np.full(10**6, np.nan)  # would take the place of the first
        self.assertNotEqual(table.address("a"), other.ctypes.data)

    def test_memory_does_not_grow(self):
        frame = pandas.DataFrame({f"x{j}": np.full(10**6, float(j)) for j in range(8)})  # 64 megabytes
        before = resident()
        table = self.table(frame)
        self.assertEqual(table.num_rows, 10**6)
        self.assertLess(resident() - before, 4 << 20)

    def test_types_that_pandas_has_for_itself_are_copied(self):
        """As the documentation says; if this fails, pandas has learned to expose its memory."""
        self.assertGreater(self.most(pandas.DataFrame({"a": pandas.array(np.ones(self.rows), dtype="Int64")})), self.rows)

    def test_a_table_is_handed_over(self):
        model = alcole.Classifier("linear").fit(X, Y)
        columns = columns_of(X)
        table = table_of(zip(columns.names, columns.values))
        model._model.predict(table, 1)
        self.assertEqual(table.num_rows, 0)


if __name__ == "__main__":
    unittest.main()
