"""A frame as an object that offers only Arrow's C stream, built with ctypes: what pyarrow or polars would provide.

Every buffer begins with a few unused values, and a table comes in two batches or in one."""

import ctypes

import numpy as np
import pandas

JUNK = 3  # unused values before the first one
NAME = b"arrow_array_stream"  # a capsule keeps the address of its name
LETTERS = {"float64": b"g", "float32": b"f", "int64": b"l", "int32": b"i", "int16": b"s", "int8": b"c", "uint8": b"C",
           "uint16": b"S", "uint32": b"I", "uint64": b"L", "datetime64[ns]": b"tsn:"}
VOID = ctypes.c_void_p
Release = ctypes.CFUNCTYPE(None, VOID)
Fill = ctypes.CFUNCTYPE(ctypes.c_int, VOID, VOID)
Tell = ctypes.CFUNCTYPE(ctypes.c_char_p, VOID)


class Schema(ctypes.Structure):
    pass


Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
                   ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
                   ("release", Release), ("private_data", VOID)]


class Array(ctypes.Structure):
    pass


Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(VOID)),
                  ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
                  ("release", Release), ("private_data", VOID)]


class Stream(ctypes.Structure):
    _fields_ = [("get_schema", Fill), ("get_next", Fill), ("get_last_error", Tell), ("release", Release),
                ("private_data", VOID)]


def bits(values):
    return np.packbits(np.asarray(values, dtype=bool), bitorder="little")


def padded(values):
    return np.concatenate([np.repeat(values[:1], JUNK), values]) if len(values) else np.zeros(JUNK, values.dtype)


def text_buffers(words, form):
    """Words with 32-bit or 64-bit offsets, or as views, with long ones in a separate buffer."""
    encoded = [word.encode() for word in words]
    if form != "vu":
        ends = np.cumsum([0] + [len(one) for one in encoded])
        return [ends.astype(np.int32 if form == "u" else np.int64), np.frombuffer(b"".join(encoded) + b" ", dtype=np.uint8)]
    views, far = b"", b""
    for one in encoded:
        length = len(one).to_bytes(4, "little")
        if len(one) <= 12:
            views += length + one.ljust(12, b"\0")
        else:
            views += length + one[:4] + (0).to_bytes(4, "little") + len(far).to_bytes(4, "little")
            far += one
    return [np.frombuffer(views + b" ", dtype=np.uint8), np.frombuffer(far + b" ", dtype=np.uint8)]


class MadeArrow:
    """`text`: the format of words: u, U or vu. `held` counts what has been handed out and not yet released."""

    def __init__(self, frame, text="u", fail=False, batches=2):
        self.frame, self.text, self.fail, self.batches = frame, text, fail, batches
        self.kept, self.held = [], 0

    def _keep(self, thing):
        self.kept.append(thing)
        return thing

    def _release(self, kind):
        def release(address):
            ctypes.cast(address, ctypes.POINTER(kind)).contents.release = Release()
            self.held -= 1

        self.held += 1
        return self._keep(Release(release))

    def _array(self, length, nulls, offset, buffers, dictionary=None):
        addresses = (VOID * len(buffers))(*[None if one is None else self._keep(one).ctypes.data for one in buffers])
        return self._keep(Array(length=length, null_count=nulls, offset=offset, n_buffers=len(buffers),
                                buffers=self._keep(addresses),
                                dictionary=ctypes.pointer(dictionary) if dictionary is not None else None))

    def _column(self, values):
        """Its format, the format of its dictionary, and an array."""
        missing = np.asarray(pandas.isna(values))
        known = bits(padded(~missing)) if missing.any() else None
        rest = len(values), int(missing.sum()), JUNK
        if isinstance(values.dtype, pandas.CategoricalDtype):
            codes = padded(values.cat.codes.to_numpy())
            levels = text_buffers(list(values.cat.categories), self.text)
            words = self._array(len(values.cat.categories), 0, 0, [None, *levels])
            return LETTERS[str(codes.dtype)], self.text.encode(), self._array(*rest, [known, codes], words)
        if values.dtype == object:
            words = [""] * JUNK + ["" if gap else word for word, gap in zip(values, missing)]
            return self.text.encode(), None, self._array(*rest, [known, *text_buffers(words, self.text)])
        if values.dtype == bool:
            return b"b", None, self._array(*rest, [known, bits(padded(values.to_numpy()))])
        return LETTERS[str(values.dtype)], None, self._array(*rest, [known, padded(values.to_numpy())])

    def _batch(self, frame):
        children = [self._column(frame[name])[2] for name in frame]
        pointers = self._keep((ctypes.POINTER(Array) * len(children))(*map(ctypes.pointer, children)))
        return self._keep(Array(length=len(frame), n_buffers=1, buffers=self._keep((VOID * 1)(None)), n_children=len(children),
                                children=pointers, release=self._release(Array)))

    def _schema(self):
        children = []
        for name in self.frame:
            form, levels, _ = self._column(self.frame[name])
            dictionary = ctypes.pointer(self._keep(Schema(format=levels))) if levels else None
            children.append(self._keep(Schema(format=form, name=name.encode(), flags=2, dictionary=dictionary)))
        pointers = self._keep((ctypes.POINTER(Schema) * len(children))(*map(ctypes.pointer, children)))
        return self._keep(Schema(format=b"+s", n_children=len(children), children=pointers, release=self._release(Schema)))

    def __arrow_c_stream__(self, requested_schema=None):
        half = len(self.frame) // self.batches
        waiting = [self.frame.iloc[:half], self.frame.iloc[half:]][:self.batches]

        def get_schema(_, out):
            ctypes.memmove(out, ctypes.byref(self._schema()), ctypes.sizeof(Schema))
            return 0

        def get_next(_, out):
            if self.fail:
                return 5
            batch = self._batch(waiting.pop(0)) if waiting else Array()
            ctypes.memmove(out, ctypes.byref(batch), ctypes.sizeof(Array))
            return 0

        stream = self._keep(Stream(get_schema=self._keep(Fill(get_schema)), get_next=self._keep(Fill(get_next)),
                                   get_last_error=self._keep(Tell(lambda _: b"the disk is on fire")),
                                   release=self._release(Stream)))
        capsule = ctypes.pythonapi.PyCapsule_New
        capsule.restype, capsule.argtypes = ctypes.py_object, [VOID, ctypes.c_char_p, VOID]
        return capsule(ctypes.addressof(stream), NAME, None)
