"""Faulty file system: FUSE, run as a program, that keeps files in memory and misbehaves on demand.

It opens /dev/fuse and calls mount(2) itself, prints a line when it is mounted, and takes an order a line from stdin,
answered with the same line: "eio" (every write, read and flush fails), "stall" (takes requests and answers none),
"pin" (no file may lose its name), "lie" (flushes fail, writes do
not) and "well". Layouts are those of linux/fuse.h, protocol 7.31.
"""

import ctypes
import errno
import os
import select
import stat
import struct
import sys
from typing import Final

_HEADER: Final = struct.Struct("=IIQQIIIHH")
_ANSWER: Final = struct.Struct("=IiQ")
_GREETING: Final = struct.Struct("=IIIIHHIIHHI7I")
_ATTR: Final = struct.Struct("=6Q10I")
_MOST: Final = 128 * 1024
_BIG_WRITES: Final = 1 << 5
_ROOT: Final = 1
_SPACE: Final = 1 << 24
"""Blocks of 4 KiB this file system says to have."""
LOOKUP, FORGET, GETATTR, SETATTR = 1, 2, 3, 4
UNLINK, OPEN, READ, WRITE, STATFS, RELEASE, FSYNC, FLUSH, INIT = 10, 14, 15, 16, 17, 18, 20, 25, 26
OPENDIR, READDIR, RELEASEDIR, ACCESS, CREATE, INTERRUPT, BATCH_FORGET = 27, 28, 29, 34, 35, 36, 42
_SILENT: Final = (FORGET, INTERRUPT, BATCH_FORGET)


class Server:
    """The files, and what is wrong with them just now."""

    def __init__(self, device: int) -> None:
        self._device = device
        self._names: dict[bytes, int] = {}
        self._files: dict[int, bytearray] = {}
        self._last = _ROOT
        self.order = "well"

    def serve(self) -> None:
        """Answer one request."""
        request = os.read(self._device, _MOST + 4096)
        _, opcode, unique, node, *_ = _HEADER.unpack_from(request)
        if opcode in _SILENT or (self.order == "stall" and opcode != INIT):
            return
        try:
            body, error = self._body(opcode, node, request[_HEADER.size :]), 0
        except OSError as refused:
            body, error = b"", refused.errno or errno.EIO
        try:
            os.write(self._device, _ANSWER.pack(_ANSWER.size + len(body), -error, unique) + body)
        except OSError as gone:
            if gone.errno != errno.ENOENT:  # who asked was killed meanwhile
                raise

    def _body(self, opcode: int, node: int, body: bytes) -> bytes:
        if self.order == "eio" and opcode in (READ, WRITE, FSYNC):
            raise OSError(errno.EIO, "")
        if self.order == "lie" and opcode == FSYNC:
            raise OSError(errno.EIO, "")
        if opcode == INIT:
            return _GREETING.pack(7, 31, _MOST, _BIG_WRITES, 12, 9, _MOST, 1, 0, 0, 0, *[0] * 7)
        if opcode in (GETATTR, SETATTR):
            return struct.pack("=QII", 0, 0, 0) + self._attributes(node)
        if opcode == STATFS:
            return struct.pack("=5Q4I6I", _SPACE, _SPACE // 2, _SPACE // 2, 99, 99, 4096, 255, 4096, 0, *[0] * 6)
        if opcode in (OPEN, OPENDIR):
            return struct.pack("=QII", 0, 0, 0)
        if opcode in (RELEASE, RELEASEDIR, FSYNC, FLUSH, ACCESS):
            return b""
        return self._of_names(opcode, node, body)

    def _of_names(self, opcode: int, node: int, body: bytes) -> bytes:
        if opcode == CREATE:
            name = body[16:].rstrip(b"\0")
            self._last += 1
            self._names[name] = self._last
            self._files[self._last] = bytearray()
            return self._entry(self._last) + struct.pack("=QII", 0, 0, 0)
        name = body.rstrip(b"\0")
        if opcode == LOOKUP:
            return self._entry(self._found(name))
        if opcode == UNLINK:
            if self.order == "pin":
                raise OSError(errno.EBUSY, "")
            self._found(name)
            del self._names[name]
            return b""
        return self._of_bytes(opcode, node, body)

    def _of_bytes(self, opcode: int, node: int, body: bytes) -> bytes:
        if opcode not in (READ, WRITE, READDIR):
            raise OSError(errno.ENOSYS, "")
        _, offset, size = struct.unpack_from("=QQI", body)
        if opcode == READ:
            return bytes(self._files[node][offset : offset + size])
        if opcode == WRITE:
            self._files[node][offset : offset + size] = body[40 : 40 + size]
            return struct.pack("=II", size, 0)
        rows = b""
        for index, (name, number) in enumerate(list(self._names.items())[offset:], start=offset + 1):
            row = struct.pack("=QQII", number, index, len(name), stat.S_IFREG >> 12) + name
            rows += row + bytes(-len(row) % 8)
        return rows[:size]

    def _found(self, name: bytes) -> int:
        if name not in self._names:
            raise OSError(errno.ENOENT, "")
        return self._names[name]

    def _entry(self, node: int) -> bytes:
        return struct.pack("=4Q2I", node, 0, 0, 0, 0, 0) + self._attributes(node)

    def _attributes(self, node: int) -> bytes:
        if node == _ROOT:
            size, mode, links = 0, stat.S_IFDIR | 0o755, 2
        else:
            size, mode = len(self._files[node]), stat.S_IFREG | 0o600
            links = int(node in self._names.values())
        return _ATTR.pack(node, size, -(-size // 512), 0, 0, 0, 0, 0, 0, mode, links, 0, 0, 0, 4096, 0)


def main() -> None:
    """Mount, then serve requests and orders until stdin ends."""
    device = os.open("/dev/fuse", os.O_RDWR)
    libc = ctypes.CDLL(None, use_errno=True)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0"
    if libc.mount(b"faulty", os.fsencode(sys.argv[1]), b"fuse.faultyfs", 0, options.encode()) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
    server = Server(device)
    server.serve()
    print("mounted", flush=True)
    while True:
        ready, _, _ = select.select([device, sys.stdin], [], [])
        if device in ready:
            try:
                server.serve()
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return  # unmounted
                raise
        if sys.stdin in ready:
            server.order = sys.stdin.readline().strip()
            if not server.order:
                return
            print(server.order, flush=True)


if __name__ == "__main__":
    main()
