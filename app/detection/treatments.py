"""Treatments: what may be kept of a text when names go; each returns it, or ``None`` for nothing."""

import json
import re
from collections.abc import Callable
from typing import Final

from app.detection.cloud import instance_data
from app.detection.mounts import plain
from app.detection.pseudonyms import Pseudonyms

Treatment = Callable[[str, Pseudonyms], str | None]

_NUMBERS: Final = re.compile(r"[\d\s,:.+/x-]*|0x[0-9a-fA-F]+\s*|max( \d+)?\s*")
_WORDS: Final = re.compile(r"\w[\w\[\]. +/,:()@-]{0,160}\s*|\[[\w\[\]. -]{0,160}\s*")
_CLOUD_SERVER: Final = re.compile(
    r"\.(?:(?:efs|fsx)\.[a-z0-9-]+\.amazonaws\.com|file\.core\.windows\.net|blob\.core\.windows\.net)$"
)
_SIMPLE: Final = re.compile(r"-?[\d.]{1,20}[kKmMgGtT]?")
_WORDY: Final = (
    "vers nfsvers proto mountproto sec mode errors data compress compress-force cache lookupcache local_lock "
    "space_cache barrier inode allocsize fragment access msize trans verify jqfmt xino size huge ltype flock nconnect"
)
_OPTIONS: Final = frozenset(_WORDY.split())
"""Options whose values are words of the kernel's own."""
_OPTION_VALUE: Final = re.compile(r"[\w.:-]{1,24}")
_PATHS: Final = frozenset({"subvol", "lowerdir", "upperdir", "workdir", "prefixpath"})
_PROGRAMS: Final = ("JuiceFS:",)
_PROFILES: Final = frozenset({"balanced", "powersave", "desktop", "default", "intel-sst", "aws", "postgresql"})
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-([0-9a-fA-F]{4})-[0-9a-fA-F]{12}")


def numbers(text: str, _names: Pseudonyms) -> str | None:
    """Keep numbers."""
    return text if _NUMBERS.fullmatch(text) else None


def words(text: str, names: Pseudonyms) -> str | None:
    """Keep a short line of words that a kernel or a maker of hardware wrote, or numbers."""
    return text if _WORDS.fullmatch(text) else numbers(text, names)


def mapped(text: str, names: Pseudonyms) -> str | None:
    """Keep whose mapped device it is, and replace its id."""
    return f"{text.partition('-')[0]}-{names.of('uuid', text)}\n"


def release(text: str, _names: Pseudonyms) -> str | None:
    """Keep the release of a kernel."""
    return text if re.fullmatch(r"[\w.+~-]{1,80}\s*", text) else None


def name(text: str, names: Pseudonyms) -> str | None:
    """Replace a name, unless it is an ordinary one."""
    return "\n".join(names.part(line.strip()) for line in text.strip().split("\n")) + "\n" if text.strip() else text


def serial(text: str, names: Pseudonyms) -> str | None:
    """Replace a serial number, keeping what says whose kind of number it is."""
    found = text.strip(" \t\n\0")
    kind = next((start for start in ("vol", "AWS") if found.startswith(start)), "serial")
    return f"{names.of(kind, found)}\n" if found else text


def host(text: str, names: Pseudonyms) -> str | None:
    """Replace the name of the machine."""
    return f"{names.of('host', text.strip())}\n"


def machine_id(text: str, names: Pseudonyms) -> str | None:
    """Replace the machine id."""
    return f"{names.of('machine', text.strip())}\n"


def lines(*wanted: str) -> Treatment:
    """Return a treatment that keeps the lines with the given beginnings."""
    return lambda text, _: "".join(f"{line}\n" for line in text.split("\n") if line.startswith(wanted))


def cpuinfo(text: str, _names: Pseudonyms) -> str | None:
    """Keep what is known of processors; ARM boards put serial numbers among it."""
    wanted = ("processor", "model name", "cpu", "CPU ", "physical id", "core id", "siblings", "flags", "Features")
    return "\n".join(line for line in text.split("\n") if not line.strip() or line.startswith(wanted))


def lustre(text: str, _names: Pseudonyms) -> str | None:
    """Keep the version of Lustre."""
    return text if re.fullmatch(r"(?:lustre: )?\d+\.\d+\.\d+\s*", text) else None


def profile(text: str, names: Pseudonyms) -> str | None:
    """Keep the name of a profile of tuned that comes with it, or that is about SAS; replace those of one's own."""
    found = text.strip()
    known = re.fullmatch(
        r"(?:throughput|latency|network|virtual|sas|enterprise|accelerator|oracle|hpc)[a-z0-9-]{0,40}", found
    )
    return f"{found if known or found in _PROFILES else names.of('profile', found)}\n"


def beegfs(text: str, names: Pseudonyms) -> str | None:
    """Keep that a management server is named, not its name."""
    found = (line.partition("=") for line in text.split("\n") if line.startswith("sysMgmtdHost"))
    return "".join(f"sysMgmtdHost = {names.of('server', value.strip())}\n" for _, equals, value in found if equals)


def fstab(text: str, names: Pseudonyms) -> str | None:
    """Keep the lines with an option that new kernels refuse, without what is mounted."""
    kept = ["# redacted\n"]
    for fields in (line.split() for line in text.split("\n") if not line.startswith("#")):
        refused = {"nobarrier", "barrier=0"}.intersection(fields[3].split(",") if len(fields) > 3 else ())
        if refused:
            kept.append(f"none {names.path(fields[1])} {names.part(fields[2])} {','.join(sorted(refused))}\n")
    return "".join(kept)


def google_zone(text: str, _names: Pseudonyms) -> str | None:
    """Keep the zone that Google's own line names."""
    found = re.search(r"\.([a-z]+-[a-z]+\d+-[a-z])\.c\.[\w.-]+\.internal\b", text)
    return f"host.{found[1]}.c.project.internal\n" if found else ""


def cloud(text: str, _names: Pseudonyms) -> str | None:
    """Keep cloud, type, region and zone of all that cloud-init knows."""
    told = instance_data(text)
    first = {"cloud_name": told.get("cloud"), "region": told.get("region"), "availability_zone": told.get("zone")}
    return json.dumps({"v1": first, "ds": {"meta_data": {"instance-type": told.get("type")}}})


def udev(text: str, names: Pseudonyms) -> str | None:
    """Keep the kind of file system udev saw, and a pseudonym of its label."""
    kept = []
    for line in text.split("\n"):
        key, _, value = line.partition("=")
        if key == "E:ID_FS_TYPE" and re.fullmatch(r"\w{1,24}", value):
            kept.append(line)
        elif key == "E:ID_FS_LABEL":
            kept.append(f"{key}={names.part(value)}")
    return "".join(f"{line}\n" for line in kept)


def page(text: str, names: Pseudonyms) -> str | None:
    """Replace the serial number in page 80h of a SCSI disk."""
    return "\0" * 4 + names.of("serial", text[4:].strip(" \t\n\0")) if len(text) > 4 else ""


def groups(text: str, names: Pseudonyms) -> str | None:
    """Replace the names of control groups, which are those of users and containers."""
    fields = (line.split(":", 2) for line in text.split("\n"))
    return "".join(
        f"{number}:{controllers}:{names.path(path)}\n" for number, controllers, path in filter(_three, fields)
    )


def _three(fields: list[str]) -> bool:
    return len(fields) == 3 and re.fullmatch(r"[\w,=]*", fields[1]) is not None


def structure(text: str, _names: Pseudonyms) -> str | None:
    """Keep the numbers of an SMBIOS structure and drop its texts, among which is a serial number."""
    raw = text.encode("utf-8", "surrogateescape")
    return raw[: raw[1] if len(raw) > 1 else 0].decode("utf-8", "surrogateescape")


def mounts(text: str, names: Pseudonyms) -> str | None:
    """Replace the names in the table of mounts; a line that is no such line goes."""
    return "".join(f"{line}\n" for line in (_mount(line, names) for line in text.split("\n")) if line)


def _mount(line: str, names: Pseudonyms) -> str:
    fields = line.split(" ")
    if "-" not in fields[6:]:
        return ""
    dash = fields.index("-", 6)
    if len(fields) < dash + 4 or not all(_NUMBERS.fullmatch(text) for text in fields[:3]):
        return ""
    fields[3], fields[4] = (_written(names.path(plain(text))) for text in fields[3:5])
    fields[5], fields[dash + 3] = options(fields[5], names), options(fields[dash + 3], names)
    fields[dash + 2] = _written(source(plain(fields[dash + 2]), names))
    return " ".join([*fields[:6], *fields[dash : dash + 4]])


def _written(text: str) -> str:
    return re.sub(r"[ \t\n\\]", lambda sign: f"\\{ord(sign[0]):03o}", text)


def source(text: str, names: Pseudonyms) -> str:
    """Replace the names in what was mounted: a device, a share of a server, or a word."""
    if text.startswith("//"):
        server, slash, path = text[2:].partition("/")
        return f"//{_server(server, names)}{slash}{names.path(path)}"
    server, colon, path = text.rpartition(":/")
    if colon:
        return ":".join(_server(one, names) for one in server.split(":")) + colon + names.path(path)
    program = next((start for start in _PROGRAMS if text.startswith(start)), "")
    return program + names.path(text.removeprefix(program))


def _server(text: str, names: Pseudonyms) -> str:
    """Replace a server, keeping the network it is reached by and the cloud's service it is of."""
    server, at, network = text.partition("@")
    if at and re.fullmatch(r"(?:tcp|o2ib|kfi)\d*", network):
        return names.of("server", server) + at + network
    service = _CLOUD_SERVER.search(text)
    return names.of("server", text) + (service[0] if service else "")


def options(text: str, names: Pseudonyms) -> str:
    """Replace the values of mount options that are no numbers and no words of the kernel's own."""
    return ",".join(_option(option, names) for option in text.split(","))


def _option(text: str, names: Pseudonyms) -> str:
    key, equals, value = text.partition("=")
    if not re.fullmatch(r"[\w.-]{0,40}", key):
        return names.of("option", text)
    if not equals or (_SIMPLE.fullmatch(value) and value.count(".") < 3):
        return text
    if key in _PATHS:
        return f"{key}={_written(':'.join(names.path(plain(path)) for path in value.split(':')))}"
    if key in _OPTIONS and _OPTION_VALUE.fullmatch(value) and value.count(".") < 3:
        return text
    return f"{key}={_written(names.path(plain(value)))}"


def entry(text: str, names: Pseudonyms) -> str | None:
    """Replace the name of an entry in a folder."""
    return names.part(text)


def below(text: str, names: Pseudonyms) -> str | None:
    """Keep what tells whether a network interface has a link of its own or stands on others."""
    start, lower, other = text.partition("lower_")
    return text if text in ("device", "bonding") else f"{lower}{names.part(other)}" if lower and not start else None


def node(text: str, _names: Pseudonyms) -> str | None:
    """Keep the entries that are NUMA nodes."""
    return text if re.fullmatch(r"node\d{1,5}", text) else None


def processor(text: str, _names: Pseudonyms) -> str | None:
    """Keep the entries that describe processors."""
    return text if re.fullmatch(r"4-\d{1,4}", text) else None


def member(text: str, names: Pseudonyms) -> str | None:
    """Keep the members of a RAID by the names of their devices."""
    start, found, device = text.partition("dev-")
    return f"{found}{names.part(device)}" if found and not start else None


def ordinary(text: str, _names: Pseudonyms) -> str | None:
    """Keep an entry of sysfs whose name is a word."""
    return text if re.fullmatch(r"[a-z][a-z_]{0,40}\d{0,5}(?:c\d)?", text) else None


def device_link(text: str, names: Pseudonyms) -> str | None:
    """Keep the way to a device, without the ids of a virtual machine's own, and its name only if it is ordinary."""
    way, block, devices = text.rpartition("/block/")
    if not block:
        way, block, devices = text.rpartition("/")
    way = _UUID.sub(lambda found: found[0] if _is_azure(found[0]) else names.of("id", found[0]), way)
    return way + block + names.path(devices)


def _is_azure(uuid: str) -> bool:
    """Whether this is a controller that every machine on Azure has."""
    return uuid.lower().endswith("-1e82-4818-a1c3-63d806ec15bb") or uuid.startswith("00000000-000")


def path_link(text: str, names: Pseudonyms) -> str | None:
    """Replace the names in a path."""
    return names.path(text)
