"""Every row of the rulebook has a source, advice, a machine that meets it and one that does not."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from sizing.findings import NO_VOLUME, Finding, check, overall
from sizing.host import Device, DeviceKind, Host, Medium, Network, VolumeState
from sizing.plan import Choices, Pattern
from sizing.questions import QUESTIONS
from sizing.rulebook import EDITION, RULES
from sizing.rules import Effort, Facts, Rule, Scope, Severity, Verdict
from sizing.units import GIB, KIB, MIB, TIB
from sizing.workload import HEAVY, STANDARD, Role
from tests.sizing import cases_of_clouds, cases_of_hosts, cases_of_volumes
from tests.sizing.cases import (
    GCSFUSE,
    LUSTRE,
    NFS,
    TMPFS,
    Case,
    host_only,
    linked,
    measured,
    on,
    planned,
    sas,
    uneven,
)
from tests.sizing.machines import (
    ROOT,
    UTIL,
    VOLUME,
    WORK,
    host_of,
    volume_facts,
)

CRYPT: Final = (Device("sdb1", DeviceKind.CRYPT, "253:0", lower=("sdb",)), Device("sdb", DeviceKind.DISK, "8:16"))


CASES: Final[Mapping[str, Case]] = {
    "write-rate": Case(measured(100, 100), measured(74, 200), Verdict.FAIL, measured(9, 9, Role.HOME)),
    "read-rate": Case(measured(100, 100), measured(200, 74), Verdict.FAIL, measured(9, 9, Role.SPDS_META)),
    # 16 cores at 100 MB/s are 1.6 GB/s, or 12.8 Gb/s.
    "link-feeds-cores": Case(linked(12.8), linked(9.5), Verdict.FAIL, linked(1, VOLUME)),
    "worker-spread": Case(uneven(130), uneven(131), Verdict.WARN),
    "ram-per-core": Case(
        host_only(host_of(ram=16 * 8_183_808 * KIB)), host_only(host_of(ram=16 * 3_989_503 * KIB)), Verdict.FAIL
    ),
    "network-rate": Case(linked(10), linked(1), Verdict.WARN),
    "separate-file-systems": Case(host_only(host_of(VOLUME, WORK, UTIL)), host_only(host_of(ROOT)), Verdict.WARN),
    "storage-not-memory": Case(on(VOLUME), on(TMPFS), Verdict.FAIL),
    "recommended-file-system": Case(on(VOLUME), on(replace(VOLUME, file_system="ext4")), Verdict.WARN, on(NFS)),
    "temporary-not-nfs": Case(on(VOLUME, Role.SASWORK), on(NFS, Role.SASWORK), Verdict.FAIL, on(NFS)),
    "temporary-not-fuse": Case(on(VOLUME, Role.UTILLOC), on(GCSFUSE, Role.UTILLOC), Verdict.FAIL, on(GCSFUSE)),
    "cas-cache-local": Case(
        on(VOLUME, Role.CAS_DISK_CACHE), on(NFS, Role.CAS_DISK_CACHE), Verdict.FAIL, on(NFS, Role.CAS_DATA)
    ),
    "spds-not-nfs": Case(on(VOLUME, Role.SPDS_DATA), on(NFS, Role.SPDS_INDEX), Verdict.FAIL, on(NFS, Role.SPDS_META)),
    "lustre-flock": Case(on(replace(LUSTRE, options=("rw", "flock"))), on(LUSTRE), Verdict.FAIL, on(VOLUME)),
    "temporary-not-encrypted": Case(
        on(VOLUME, Role.SASWORK),
        volume_facts(VOLUME, Role.SASWORK, replace(host_of(), devices=CRYPT)),
        Verdict.WARN,
        on(VOLUME),
    ),
    "noatime": Case(on(VOLUME), on(replace(VOLUME, options=("rw", "relatime"))), Verdict.WARN, on(TMPFS)),
    # 4,224 GiB are needed of 10 TiB, of which 1 TiB stays free.
    "full-test-space": Case(
        on(replace(VOLUME, free_bytes=TIB + 4224 * GIB)),
        on(replace(VOLUME, free_bytes=TIB + 4224 * GIB - 1)),
        Verdict.WARN,
        on(TMPFS),
    ),
    "file-size": Case(planned(sas()), planned(sas(255 * GIB)), Verdict.WARN, planned(Choices())),
    "files-exceed-ram": Case(
        planned(sas(16 * GIB + 64 * KIB)), planned(sas(16 * GIB)), Verdict.WARN, planned(Choices())
    ),
    "data-not-zeros": Case(planned(sas()), planned(sas(pattern=Pattern.ZEROS)), Verdict.WARN),
    "runs-from-elsewhere": Case(on(VOLUME), volume_facts(host=replace(host_of(), runs_from="/sasdata")), Verdict.WARN),
    **cases_of_hosts.CASES,
    **cases_of_volumes.CASES,
    **cases_of_clouds.CASES,
}


def found(rule: Rule, facts: Facts) -> Finding:
    return check([rule], facts)[0]


def by_id(name: str) -> Rule:
    return next(rule for rule in RULES if rule.id == name)


def test_every_row_has_its_cases() -> None:
    assert set(CASES) == {rule.id for rule in RULES}
    assert len(CASES) == len(RULES) >= 12


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_row_passes_a_host_that_meets_it(rule: Rule) -> None:
    assert found(rule, CASES[rule.id].good).verdict is Verdict.PASS


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_row_finds_a_host_that_does_not(rule: Rule) -> None:
    assert found(rule, CASES[rule.id].bad).verdict is CASES[rule.id].verdict


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_row_that_can_be_out_of_place_says_why(rule: Rule) -> None:
    outside = CASES[rule.id].outside
    if outside is None:
        assert rule.applies(CASES[rule.id].good) is None
        assert rule.applies(CASES[rule.id].bad) is None
        return
    finding = found(rule, outside)
    assert finding.verdict is Verdict.NOT_APPLICABLE
    assert finding.note.endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_row_is_complete(rule: Rule) -> None:
    source = rule.source_for(CASES[rule.id].good)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.id)
    assert re.fullmatch(r"(IOT|REQ|FS|LNX|WIN|AIX|SPD|GRD|AWS|AZ|GCP|CLD)-0\d\d", source.fact)
    assert source.document
    assert source.place
    assert source.year is None or 2000 < source.year <= 2026
    assert rule.title[0].isupper()
    assert rule.remedy.endswith(".")
    assert rule.missing.endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_row_without_its_facts_never_judges_for_the_better(rule: Rule) -> None:
    finding = found(rule, Facts(blank_host(), STANDARD))
    if rule.id == "separate-file-systems":
        assert finding.verdict is Verdict.WARN
        return
    assert finding.verdict in (Verdict.NOT_MEASURED, Verdict.NOT_APPLICABLE) or rule.id in (
        "vmware-one-socket",
        "numa-sockets",
    )
    if rule.id in ("ram-per-core", "network-rate"):
        assert (finding.verdict, finding.note) == (Verdict.NOT_MEASURED, rule.missing)
    if rule.scope is Scope.VOLUME:
        assert (finding.verdict, finding.note) == (Verdict.NOT_MEASURED, NO_VOLUME)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.asks], ids=lambda rule: rule.id)
def test_a_row_whose_question_nobody_answered_asks_it_and_hides_nothing_else(rule: Rule) -> None:
    case = CASES[rule.id]
    finding = found(rule, replace(case.good, told={}))
    if finding.verdict is Verdict.NOT_APPLICABLE:
        return
    assert finding.verdict is Verdict.NOT_MEASURED
    assert set(finding.asks) == set(rule.asks) <= set(QUESTIONS)
    assert overall([finding, replace(finding, verdict=Verdict.PASS, severity=Severity.MUST)]) is Verdict.PASS
    answered = found(rule, case.good)
    assert not answered.asks
    assert answered.note.endswith("As it was told, not read here.")


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.change], ids=lambda rule: rule.id)
def test_a_change_comes_with_its_check_its_effect_its_risk_and_its_undo(rule: Rule) -> None:
    change = found(rule, CASES[rule.id].bad).change
    assert change is not None
    assert change.command
    assert change.verify
    assert change.effect.endswith(".")
    assert change.risk.startswith(("Low", "Medium", "High"))
    assert change.undo or "cannot be brought back" in change.risk or rule.effort is Effort.REBUILD or rule.id in NO_UNDO
    assert "{" not in change.command + change.undo + change.verify
    assert found(rule, CASES[rule.id].outside or CASES[rule.id].good) is not None


NO_UNDO: Final = ("read-ahead-io2", "nfs-file-locks")
"""What was there before cannot be told, or nothing is changed."""


def test_every_question_is_asked_by_a_row_or_a_condition() -> None:
    asked = {name for rule in RULES for name in rule.asks}
    assert set(QUESTIONS) - asked == {"cloud", "cloud.instance", "spds.version", "spds.random_place"}


@pytest.mark.parametrize(
    ("rule", "fact"),
    [
        ("write-rate", "REQ-006"),
        ("read-rate", "REQ-004"),
        ("read-ahead-io2", "LNX-007"),
        ("read-ahead-st1", "LNX-008"),
        ("dirty-limit", "LNX-002"),
        ("swappiness", "LNX-002"),
        ("stripe-unit", "LNX-013"),
        ("spds-workpath", "SPD-007"),
        ("spds-path-option", "SPD-002"),
        ("spds-path-option", "SPD-003"),
        ("gfs2-nodes", "FS-004"),
        ("ram-per-core", "IOT-015"),
        ("anf-cores", "FS-011"),
        ("anf-cores", "FS-012"),
        ("azure-machine-cap", "AZ-005"),
        ("aws-machine-cap", "AWS-001"),
    ],
)
def test_a_conflict_between_documents_is_named_with_the_reason(rule: str, fact: str) -> None:
    override = next(other for other in by_id(rule).overrides if other.source.fact == fact)
    assert override.says
    assert override.why.endswith(".")


def blank_host() -> Host:
    """Return a host of which next to nothing could be read."""
    return replace(host_of(cores=None), volumes=(), devices=(), networks=(Network("eth0", None),), runs_from=None)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.scope is Scope.VOLUME], ids=lambda rule: rule.id)
def test_no_row_guesses_about_a_volume_of_which_nothing_is_known(rule: Rule) -> None:
    dumb = replace(VOLUME, options=(), device=None, total_bytes=None, free_bytes=None, state=VolumeState.NOT_ANSWERING)
    facts = volume_facts(dumb, Role.SASWORK, replace(blank_host(), volumes=(dumb,)))
    by_type = {"storage-not-memory", "recommended-file-system", "temporary-not-nfs", "temporary-not-fuse"}
    verdict = found(rule, facts).verdict
    assert verdict is Verdict.PASS if rule.id in by_type else verdict in (Verdict.NOT_MEASURED, Verdict.NOT_APPLICABLE)


def test_what_is_recommended_never_fails() -> None:
    for rule in RULES:
        if rule.severity is not Severity.MUST and rule.id != "link-feeds-cores":
            assert found(rule, CASES[rule.id].bad).verdict is Verdict.WARN


@pytest.mark.parametrize(
    ("system", "kind", "verdict"),
    [
        ("Linux", "xfs", Verdict.PASS),
        ("Linux", "btrfs", Verdict.WARN),
        ("Linux", "gfs2", Verdict.NOT_APPLICABLE),
        ("Windows", "NTFS", Verdict.PASS),
        ("Windows", "ReFS", Verdict.WARN),
        ("AIX", "jfs2", Verdict.PASS),
        ("SunOS", "zfs", Verdict.PASS),
        ("HP-UX", "vxfs", Verdict.PASS),
        ("HP-UX", "jfs", Verdict.PASS),
        ("Darwin", "apfs", Verdict.NOT_APPLICABLE),
    ],
)
def test_each_system_has_its_own_recommended_file_system(system: str, kind: str, verdict: Verdict) -> None:
    volume = replace(VOLUME, file_system=kind)
    facts = volume_facts(volume, Role.SASDATA, host_of(ROOT, volume, system=system))
    assert found(by_id("recommended-file-system"), facts).verdict is verdict


def test_ext4_is_tolerated_for_temporary_files_as_sas_itself_uses_it() -> None:
    ext4 = replace(VOLUME, file_system="ext4")
    for role in (Role.SASWORK, Role.CAS_DISK_CACHE):
        finding = found(by_id("recommended-file-system"), on(ext4, role))
        assert finding.verdict is Verdict.WARN
        assert "cloud templates" in finding.seen
    assert found(by_id("recommended-file-system"), on(ext4)).seen == "ext4"


@pytest.mark.parametrize(
    ("kilobytes", "verdict"),
    [
        (8_183_808, Verdict.PASS),
        (8_183_807, Verdict.WARN),
        (3_989_504, Verdict.WARN),
        (3_989_503, Verdict.FAIL),
        (8 * 1024 * 1024, Verdict.PASS),
    ],
)
@pytest.mark.parametrize("cores", [1, 3, 16, 96])
def test_ram_is_judged_at_the_exact_gates_of_sas_s_script(kilobytes: int, cores: int, verdict: Verdict) -> None:
    facts = host_only(host_of(cores=cores, ram=cores * kilobytes * KIB))
    assert found(by_id("ram-per-core"), facts).verdict is verdict


def test_ten_gigabits_feed_twelve_cores_at_100_and_eight_at_150() -> None:
    rule = by_id("link-feeds-cores")
    for cores, workload, verdict in (
        (12, STANDARD, Verdict.PASS),
        (13, STANDARD, Verdict.WARN),
        (8, HEAVY, Verdict.PASS),
        (9, HEAVY, Verdict.WARN),
    ):
        host = replace(host_of(ROOT, NFS, cores=cores), networks=(Network("eth0", 1.25e9), Network("eth1", 1.25e8)))
        assert found(rule, replace(volume_facts(NFS, Role.SASDATA, host), workload=workload)).verdict is verdict


def test_only_file_systems_that_could_hold_data_are_counted() -> None:
    others = (
        replace(VOLUME, mount_point="/boot", file_system="ext4"),
        replace(VOLUME, mount_point="/efi", file_system="vfat"),
        replace(VOLUME, mount_point="/media", file_system="iso9660"),
        replace(VOLUME, mount_point="/dev/shm", medium=Medium.MEMORY, file_system="tmpfs"),
        replace(VOLUME, mount_point="/gone", state=VolumeState.NOT_ANSWERING),
        replace(VOLUME, mount_point="/old", read_only=True),
    )
    finding = found(by_id("separate-file-systems"), host_only(host_of(ROOT, NFS, *others)))
    assert finding.value == 2
    assert finding.seen == "2 could serve; whether SAS uses them apart only its own settings tell."


def test_the_space_rule_tells_both_amounts() -> None:
    finding = found(by_id("full-test-space"), on(replace(VOLUME, free_bytes=TIB + 100 * GIB)))
    assert finding.seen == "100 GiB may be used, the full test needs 4.12 TiB."


def test_a_file_of_whole_blocks_counts_as_large_as_ram() -> None:
    odd = host_of(ram=256 * GIB + 63 * KIB)
    assert found(by_id("file-size"), planned(sas(), odd)).verdict is Verdict.PASS


def test_a_volume_without_devices_of_its_own_is_not_asked_whether_the_host_encrypts_it() -> None:
    for volume in (NFS, TMPFS):
        finding = found(by_id("temporary-not-encrypted"), on(volume, Role.SASWORK))
        assert finding.verdict is Verdict.NOT_APPLICABLE


def test_a_role_that_was_not_chosen_is_no_reason_to_judge() -> None:
    for rule in ("write-rate", "temporary-not-nfs"):
        finding = found(by_id(rule), volume_facts(role=None))
        assert finding.verdict is Verdict.NOT_APPLICABLE
        assert "has not been chosen" in finding.note


def test_the_edition_is_a_month() -> None:
    assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", EDITION)


def test_a_quick_run_is_not_blamed_for_files_below_ram() -> None:
    facts = planned(Choices(file_size=16 * MIB))
    assert found(by_id("files-exceed-ram"), facts).verdict is Verdict.NOT_APPLICABLE
