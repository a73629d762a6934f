"""Dead mount: a FUSE file system, run as a program, that takes every request and never answers one.

It opens /dev/fuse and calls mount(2) itself, prints a line when it is mounted, and lives until it is killed. With the
argument "mute" it does not even answer the first greeting of the kernel; a process that asks it can then be killed,
while one whose request was taken sleeps until this program ends. With "private" the mount belongs to another user.
"""

import ctypes
import os
import struct
import sys

_HEADER = struct.Struct("=IIQQIIIHH")
_ANSWER = struct.Struct("=IiQ")
_GREETING = struct.Struct("=IIIIHHIIHHI7I")
_FUSE_INIT = 26
_LONGEST = 1024 * 1024
_SOMEBODY_ELSE = 65534


def main() -> None:
    """Mount, greet unless told not to, then read and keep silent."""
    point, manner = sys.argv[1:]
    device = os.open("/dev/fuse", os.O_RDWR)
    libc = ctypes.CDLL(None, use_errno=True)
    owner = _SOMEBODY_ELSE if manner == "private" else 0
    options = f"fd={device},rootmode=40000,user_id={owner},group_id={owner}"
    if libc.mount(b"dead-server:/export", os.fsencode(point), b"fuse.deadfs", 0, options.encode()) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
    if manner != "mute":
        _greet(device)
    print("mounted", flush=True)
    while True:
        if manner == "mute":
            sys.stdin.read()
        else:
            os.read(device, _LONGEST)


def _greet(device: int) -> None:
    length, opcode, unique, *_ = _HEADER.unpack_from(os.read(device, _LONGEST))
    if opcode != _FUSE_INIT or length < _HEADER.size:
        sys.exit("the kernel did not greet")
    body = _GREETING.pack(7, 31, 65536, 0, 12, 9, 65536, 1, 0, 0, 0, *[0] * 7)
    os.write(device, _ANSWER.pack(_ANSWER.size + len(body), 0, unique) + body)


if __name__ == "__main__":
    main()
