"""Design: which file systems of a machine carry which area of a domain, kept on separate disks (SPD-006, 019, 020)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sizing.host import Host, Medium, Volume, VolumeState
from sizing.spds.layout import Pattern, Start, Version, data_paths, usual_start
from sizing.spds.parmfile import Area, Domain, is_name


@dataclass(frozen=True, slots=True)
class Place:
    """A file system that may carry an area; ``disks`` names the lowest devices behind it, sizes are in bytes."""

    mount_point: str
    disks: frozenset[str]
    free_bytes: int
    medium: Medium = Medium.LOCAL


class Remark(StrEnum):
    """What is to be known of a design; a front end words it."""

    ALL_ON_ONE = "all on one group of disks"
    AREAS_SHARE = "areas share a group of disks"
    ONE_DATA = "one file system for data"
    META_ELSEWHERE = "metadata overflows to another area's file system"
    NO_META = "no file system for overflowing metadata"
    START_DECIDES = "the start decides whether zigzag helps"
    NETWORK_LEFT_OUT = "network file systems left out"
    DISKS_UNKNOWN = "disks of a file system unknown"


@dataclass(frozen=True, slots=True)
class Design:
    """A proposal: the domain, WORKPATH, the file systems of each area, and what is to be known of it."""

    domain: Domain
    work: tuple[str, ...]
    pattern: Pattern
    areas: tuple[tuple[Area, tuple[Place, ...]], ...]
    remarks: tuple[Remark, ...]

    def of(self, area: Area) -> tuple[Place, ...]:
        """Return the file systems that carry ``area``."""
        return next((places for held, places in self.areas if held is area), ())


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the designer of a domain decides; no document gives a ratio of index and work to data (SPD-036)."""

    domain: str
    version: Version = Version.V5
    pattern: Pattern | None = None
    """``None`` lets the start decide: zigzag where it is fixed (SPD-013)."""
    start: Start | None = None
    index_groups: int = 1
    work_groups: int = 1
    owner: str = ""


def places_of(host: Host, mount_points: Iterable[str]) -> tuple[Place, ...]:
    """Return the file systems of ``host`` at ``mount_points``, with the lowest devices known of each.

    Raises:
        ValueError: nothing is mounted there, or it does not answer.
    """
    volumes = {volume.mount_point: volume for volume in host.volumes}
    found = []
    for point in dict.fromkeys(mount_points):
        volume = volumes.get(point)
        if volume is None or volume.state is not VolumeState.ANSWERED:
            raise ValueError(f"{point} is no file system that answers")
        found.append(Place(point, disks_of(host, volume), volume.free_bytes or 0, volume.medium))
    return tuple(found)


def disks_of(host: Host, volume: Volume) -> frozenset[str]:
    """Return the names of the lowest devices known behind ``volume``; those nobody knows more of count too."""
    stack = host.stack(volume)
    return frozenset(device.name for device in stack if not any(host.device(name) for name in device.lower))


def design(places: Sequence[Place], wishes: Wishes) -> Design:
    """Return a domain on ``places``: smallest groups for primary, index and work, the others for data.

    Raises:
        ValueError: no local file system is left for data, or the domain's name is none.
    """
    if not is_name(wishes.domain):
        raise ValueError(f"{wishes.domain} is no name of a domain: a letter or underscore, at most 8 characters")
    local = [place for place in places if place.medium is Medium.LOCAL]
    groups = _groups(local)
    if not groups:
        raise ValueError("no local file system was given")
    if min(wishes.index_groups, wishes.work_groups) < 1:
        raise ValueError("index and work need a group each")
    areas = _assigned(groups, wishes)
    start = wishes.start or usual_start(wishes.version)
    pattern = wishes.pattern or _pattern(len(areas[Area.DATA]), start)
    remarks = [*_remarks(areas), *([Remark.NETWORK_LEFT_OUT] if len(local) < len(places) else [])]
    if any(not place.disks for place in local):
        remarks.append(Remark.DISKS_UNKNOWN)
    domain, work = _domain(areas, wishes, pattern)
    return Design(domain, work, pattern, tuple((area, tuple(held)) for area, held in areas.items()), tuple(remarks))


def _groups(places: Sequence[Place]) -> list[Place]:
    """Return one file system, the one with most room, for each group of disks that share nothing with others."""
    groups: list[tuple[set[str], Place]] = []
    for place in places:
        keys = set(place.disks) or {place.mount_point}
        touched = [group for group in groups if group[0] & keys]
        best = max([place, *(held for _, held in touched)], key=lambda held: held.free_bytes)
        groups = [group for group in groups if group not in touched]
        groups.append((keys.union(*(held for held, _ in touched)), best))
    return sorted((place for _, place in groups), key=lambda place: (place.free_bytes, place.mount_point))


def _assigned(groups: list[Place], wishes: Wishes) -> dict[Area, list[Place]]:
    """Give each area its groups, the smallest first; data get what is left, one at least."""
    wanted = {Area.PRIMARY: 1, Area.INDEX: wishes.index_groups, Area.WORK: wishes.work_groups}
    left = list(groups)
    areas: dict[Area, list[Place]] = {}
    for area, count in wanted.items():
        areas[area] = [left.pop(0) for _ in range(min(count, max(0, len(left) - 1)))]
    areas[Area.DATA] = left
    areas[Area.INDEX] = areas[Area.INDEX] or (areas[Area.PRIMARY] or left[:1])
    areas[Area.WORK] = areas[Area.WORK] or areas[Area.INDEX]
    areas[Area.PRIMARY] = areas[Area.PRIMARY] or left[:1]
    primary = areas[Area.PRIMARY][0]
    others = [place for place in (*areas[Area.INDEX], *areas[Area.DATA]) if place is not primary]
    areas[Area.META] = others[:1]
    return areas


def _pattern(file_systems: int, start: Start) -> Pattern:
    if file_systems == 1:
        return Pattern.SINGLE
    return Pattern.ZIGZAG if start is Start.FIXED else Pattern.SEQUENTIAL


def _remarks(areas: dict[Area, list[Place]]) -> list[Remark]:
    used = [place.mount_point for area, held in areas.items() if area is not Area.META for place in held]
    found = []
    if len(set(used)) == 1:
        found.append(Remark.ALL_ON_ONE)
    elif len(set(used)) < len(used):
        found.append(Remark.AREAS_SHARE)
    if len(areas[Area.DATA]) == 1:
        found.append(Remark.ONE_DATA)
    else:
        found.append(Remark.START_DECIDES)
    found.append(Remark.META_ELSEWHERE if areas[Area.META] else Remark.NO_META)
    return found


def _domain(areas: dict[Area, list[Place]], wishes: Wishes, pattern: Pattern) -> tuple[Domain, tuple[str, ...]]:
    def homes(area: Area) -> tuple[str, ...]:
        name = area.value.removesuffix("PATH").removesuffix("NAME").lower()
        kind = "primary" if area is Area.PRIMARY else name
        return tuple(f"{place.mount_point.rstrip('/')}/{wishes.domain}/{kind}" for place in areas[area])

    points = [f"{place.mount_point.rstrip('/')}/{wishes.domain}" for place in areas[Area.DATA]]
    data = data_paths(pattern, points, "data")
    primary = homes(Area.PRIMARY)[0]
    domain = Domain(wishes.domain, primary, homes(Area.META), data, homes(Area.INDEX), wishes.owner)
    return domain, homes(Area.WORK)
