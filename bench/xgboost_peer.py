"""XGBoost as it is commonly used, through its C library (libxgboost0): what its Python package would do, for
machines with only Debian's packages. Raises OSError if the library is not installed."""

import ctypes

import numpy


class Boosted:
    """Gradient-boosted trees for labels of 0 and 1. `settings` are XGBoost's own."""

    def __init__(self, **settings):
        self.library = ctypes.CDLL("libxgboost.so.0")
        self.library.XGBGetLastError.restype = ctypes.c_char_p
        self.settings = {"objective": "binary:logistic", "tree_method": "hist", "verbosity": 0, **settings}
        self.booster = ctypes.c_void_p()

    def call(self, name, *arguments):
        if getattr(self.library, name)(*arguments) != 0:
            raise RuntimeError(self.library.XGBGetLastError().decode())

    def matrix(self, x, y=None):
        x = numpy.ascontiguousarray(x, numpy.float32)
        matrix = ctypes.c_void_p()
        self.call("XGDMatrixCreateFromMat", x.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(x.shape[0]),
                  ctypes.c_uint64(x.shape[1]), ctypes.c_float(float("nan")), ctypes.byref(matrix))
        if y is not None:
            y = numpy.ascontiguousarray(y, numpy.float32)
            self.call("XGDMatrixSetFloatInfo", matrix, b"label", y.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(len(y)))
        return matrix

    def fit(self, x, y, rounds=100, held=None, patience=0):
        """`held` = (x, y): growing ends `patience` rounds after their lowest log loss, and the rounds up to it are
        kept."""
        train = self.matrix(x, y)
        matrices = (ctypes.c_void_p * 1)(train)
        self.call("XGBoosterCreate", matrices, ctypes.c_uint64(1), ctypes.byref(self.booster))
        for name, value in self.settings.items():
            self.call("XGBoosterSetParam", self.booster, name.encode(), str(value).encode())
        watched = self.matrix(*held) if held else None
        best, self.kept = float("inf"), rounds
        for round in range(rounds):
            self.call("XGBoosterUpdateOneIter", self.booster, ctypes.c_int(round), train)
            if not held:
                continue
            loss = self.log_loss(watched, round)
            if loss < best:
                best, self.kept = loss, round + 1
            elif round + 1 - self.kept >= patience:
                break
        for matrix in filter(None, (train, watched)):
            self.call("XGDMatrixFree", matrix)
        return self

    def log_loss(self, matrix, round):
        said = ctypes.c_char_p()
        names = (ctypes.c_char_p * 1)(b"held")
        self.call("XGBoosterEvalOneIter", self.booster, ctypes.c_int(round), (ctypes.c_void_p * 1)(matrix), names,
                  ctypes.c_uint64(1), ctypes.byref(said))
        return float(said.value.decode().rsplit(":", 1)[1])

    def probabilities(self, x):
        matrix = self.matrix(x)
        length, result = ctypes.c_uint64(), ctypes.POINTER(ctypes.c_float)()
        self.call("XGBoosterPredict", self.booster, matrix, ctypes.c_int(0), ctypes.c_uint(self.kept), ctypes.c_int(0),
                  ctypes.byref(length), ctypes.byref(result))
        found = numpy.ctypeslib.as_array(result, (length.value,)).copy()
        self.call("XGDMatrixFree", matrix)
        return found

    def predict(self, x):
        return (self.probabilities(x) > 0.5).astype(float)
