"""What Classifier and Regressor reject, and with which messages."""

import tempfile
import unittest
import warnings

import numpy as np
import pandas
import people
from estimated import X, Y, linear

import alcole
from alcole import DemographicParity


class Mistakes(unittest.TestCase):
    """One clear sentence each."""

    def refuses(self, error, sentence, X=X, y=Y, **more):
        with self.assertRaisesRegex(error, sentence):
            linear().fit(X, y, **more)

    def test_in_x(self):
        self.refuses(TypeError, "column 'd' holds datetime64", X.assign(d=pandas.Timestamp("2020-01-01")))
        self.refuses(TypeError, r"column 'l': .* must be a string or a number, not \[1\] \(row 0\)", X.assign(l=[[1]] * 600))
        self.refuses(ValueError, r"column 'm' holds words and numbers, such as 'a' \(row 0\) and 1 \(row 1\)",
                     X.assign(m=["a", 1] * 300))
        self.refuses(ValueError, "column 'i' holds an infinity \\(row 0\\)", X.assign(i=np.inf))
        self.refuses(ValueError, "Complex data not supported", X.assign(c=1j))
        self.refuses(ValueError, "Reshape your data", list(range(600)))
        for of_dictionaries in (X.to_dict("records"), X.to_dict("list")):
            self.refuses(ValueError, r"pandas.DataFrame\(X\)", of_dictionaries)
        self.refuses(ValueError, "sample_weight must have a number for each row", sample_weight=["heavy"] * 600)
        self.refuses(ValueError, "two columns called 'age'", pandas.concat([X, X[["age"]]], axis=1))
        self.refuses(TypeError, "names of X are strings and other objects", X.rename(columns={"age": 7}))
        self.refuses(ValueError, "0 sample", X.iloc[:0], Y.iloc[:0])
        self.refuses(TypeError, "sparse", __import__("scipy.sparse").sparse.csr_matrix((600, 2)))

    def test_in_y(self):
        self.refuses(ValueError, "Input y contains NaN: 2 of its 600 values are missing, the first in row 5",
                     y=Y.where(~Y.index.isin([5, 9])))
        self.refuses(ValueError, "X has 600 rows and y has 599", y=Y[:-1])
        self.refuses(ValueError, "use Regressor", y=np.linspace(0, 1, 600))
        self.refuses(ValueError, "only one class", y=np.ones(600))
        self.refuses(ValueError, r"y holds \{'a': 1\} \(row 0\), which cannot be a class", y=pandas.Series([{"a": 1}] * 600))
        self.refuses(ValueError, "values of several kinds, which have no order", y=pandas.Series(["a", 1] * 300))
        self.refuses(ValueError, "y.* is None", y=None)
        with self.assertRaisesRegex(ValueError, "use Classifier"):
            alcole.Regressor("linear").fit(X, Y)

    def test_in_protected(self):
        self.refuses(ValueError, "protected names the column 'rase', which X does not have", protected=["rase"])
        self.refuses(ValueError, "'race' is a column of X and of protected", protected=X[["race"]])
        with self.assertRaisesRegex(ValueError, r"no column 'race', which DemographicParity\('race', 0.1\) refers to; the columns "
                                                "are .* not see in protected"):
            linear(constraints=[DemographicParity("race", 0.1)]).fit(X.drop(columns="race"), Y)
        self.refuses(ValueError, "protected has 10", protected=X[["race"]].rename(columns={"race": "r"})[:10])

    def test_in_the_parameters(self):
        for weights, error, sentence in (("even", ValueError, 'it must be "balanced", a dictionary'), (3, TypeError, "it must be"),
                                         ({"granted": 0}, ValueError, "is not a class and a number > 0"),
                                         ({"a, b": 1}, ValueError, "has a comma in it, .*sample_weight"),
                                         ({"grated": 2}, ValueError, "has no class 'grated'; did you mean 'granted'")):
            with self.assertRaisesRegex(error, sentence):
                linear(class_weight=weights).fit(X, Y)
        for changed, sentence in (({"model": "forest"}, "'model.kind' must be one of"), ({"hidden": [0]}, "model.hidden"),
                                  ({"activation": "sigmoit"}, "model.activation"), ({"solve": {"sed": 1}}, "solve.seed"),
                                  ({"certify": 0.95}, "no .*constraint.* that could be certified"),
                                  ({"n_jobs": 0}, "n_jobs"), ({"test": 2}, "data.test"), ({"positive": "yes"}, "'yes'"),
                                  ({"seed": -1}, "solve.seed")):
            with self.subTest(str(changed)), self.assertRaisesRegex(ValueError, sentence):
                alcole.Classifier(**{"model": "linear", **changed}).fit(X, Y)

    def test_in_new_rows(self):
        model = linear().fit(X, Y)
        with self.assertRaisesRegex(ValueError, "lacks 'age'"):
            model.predict(X.drop(columns="age"))
        with self.assertRaisesRegex(ValueError, "another type: 'age'"):
            model.predict(X.assign(age="old"))
        with self.assertRaisesRegex(ValueError, "X has 2 features, but Classifier is expecting 6"):
            model.predict(np.zeros((3, 2)))
        with self.assertRaises(alcole.NotFittedError):
            linear().predict(X)

    def test_a_file_that_is_no_model(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
            file.write(b"nothing")
            file.flush()
            with self.assertRaisesRegex(RuntimeError, file.name):
                alcole.load(file.name)


if __name__ == "__main__":
    warnings.simplefilter("error", RuntimeWarning)
    people.run_tests()
