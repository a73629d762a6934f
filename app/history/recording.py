"""Recording: the 100 ms slots of a run, its latencies and its device's counters as compressed bytes.

Cells are little-endian on every machine, so that a history moves between them: unsigned 64-bit slots; of the counters
first all times (64-bit floats), then all bytes read, then all bytes written (signed 64-bit).
"""

import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final

from sizing.measurement import DeviceSample, Series, Slots

_LEVEL: Final = 3
_CEILING: Final = 256 * 1024**2
"""No recording of one worker is larger (38 days of slots): a damaged or hostile file cannot fill the memory."""


class RecordingError(ValueError):
    """Bytes that are no recording."""


def pack_slots(slots: Slots) -> bytes:
    """Return ``slots`` as compressed bytes."""
    return zlib.compress(_to_bytes(slots), _LEVEL)


def unpack_slots(packed: bytes) -> Slots:
    """Return the slots in ``packed``.

    Raises:
        RecordingError: they are damaged.
    """
    return _from_bytes("Q", _inflate(packed))


def pack_samples(samples: Sequence[DeviceSample]) -> bytes:
    """Return ``samples`` as compressed bytes, column by column."""
    columns: tuple[array[float] | array[int], ...] = (
        array("d", [sample.at_s for sample in samples]),
        array("q", [sample.read_bytes for sample in samples]),
        array("q", [sample.written_bytes for sample in samples]),
    )
    return zlib.compress(b"".join(_to_bytes(column) for column in columns), _LEVEL)


def unpack_samples(packed: bytes) -> tuple[DeviceSample, ...]:
    """Return the samples in ``packed``.

    Raises:
        RecordingError: they are damaged.
    """
    raw = _inflate(packed)
    length, rest = divmod(len(raw), 3)
    if rest:
        raise RecordingError("the columns of the device's counters differ in length")
    columns = _from_bytes("d", raw[:length]), _from_bytes("q", raw[length:-length]), _from_bytes("q", raw[-length:])
    return tuple(map(DeviceSample, *columns)) if raw else ()


def bare(series: Series) -> Series:
    """Return ``series`` without its slots, latencies and counters: what its JSON document holds."""
    return replace(
        series,
        phases=tuple(
            replace(
                phase,
                tracks=tuple(replace(track, slots=array("Q"), latencies=array("Q")) for track in phase.tracks),
                devices=(),
            )
            for phase in series.phases
        ),
    )


def digest(document: bytes, series: Series) -> bytes:
    """Return a digest of ``series`` and of the ``document`` that holds it bare, which tells whether two are the same.

    The document as it was stored: it may lack what newer versions record.
    """
    told = blake2b(document, digest_size=16)
    for phase in series.phases:
        for track in phase.tracks:
            told.update(b"track%d" % len(track.slots) + _to_bytes(track.slots))
            if track.latencies:  # older recordings have none
                told.update(b"latencies%d" % len(track.latencies) + _to_bytes(track.latencies))
        for sample in phase.devices:
            told.update(b"%r %d %d;" % (sample.at_s, sample.read_bytes, sample.written_bytes))
    return told.digest()


def _to_bytes(cells: "array[int] | array[float]") -> bytes:
    if sys.byteorder == "big":
        cells = cells[:]
        cells.byteswap()
    return cells.tobytes()


def _from_bytes(kind: str, raw: bytes) -> "array[int]":
    cells: array[int] = array(kind)
    try:
        cells.frombytes(raw)
    except ValueError as error:
        raise RecordingError(str(error)) from error
    if sys.byteorder == "big":
        cells.byteswap()
    return cells


def _inflate(packed: bytes) -> bytes:
    stream = zlib.decompressobj()
    try:
        raw = stream.decompress(packed, _CEILING)
    except zlib.error as error:
        raise RecordingError(str(error)) from error
    if not stream.eof:
        raise RecordingError("a recording is cut short or too large")
    return raw
