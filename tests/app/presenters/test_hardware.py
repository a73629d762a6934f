"""What the machine page says of devices, settings and evidence, shown on recorded machines."""

from dataclasses import replace

import pytest

from app.detection import detect
from app.presenters.hardware import cloud_words, device_table, evidence_table, hardware_notes, setting_table
from app.presenters.machine import behind, present_machine
from sizing.host import Cloud, Host
from tests.machines.compose import MACHINES, file_of
from tests.sizing.machines import host_of


def _host(name: str) -> Host:
    return detect(machine=str(file_of(name)))


def _notes(name: str) -> str:
    return "\n".join(hardware_notes(_host(name)))


@pytest.mark.parametrize("name", MACHINES)
def test_every_row_of_every_table_has_a_cell_for_every_column(name: str) -> None:
    view = present_machine(_host(name))
    for table in (view.volumes, view.devices, view.settings, view.evidence):
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_a_raid_is_shown_with_its_chunk_and_the_disks_below_it() -> None:
    rows = {row[0]: row for row in device_table(_host("bare-metal-nvme-raid")).rows}
    assert rows["md127"][1] == "raid0, 4 members, chunk 512 KiB"
    assert rows["md126"][1] == "raid1, 2 members"
    assert rows["md126"][-1] == "active, degraded, recover 25 %"
    assert rows["nvme0n1"][3:7] == ("nvme", "none", "128 KiB", "1.25 MiB")


def test_a_degraded_raid_and_a_dead_path_are_pointed_at() -> None:
    assert "RAID md126 is degraded: 1 of its members are missing." in _notes("bare-metal-nvme-raid")
    assert "busy with recover" in _notes("bare-metal-nvme-raid")
    assert "Device sdi is offline." in _notes("bare-metal-multipath")


def test_volumes_that_share_disks_are_named_together_with_them() -> None:
    assert "/sasdata, /saswork share disks sdb, sdd" in _notes("bare-metal-multipath")
    assert "share" not in _notes("zfs-box")


def test_what_is_lost_when_a_machine_stops_is_said() -> None:
    assert "What lies on /saswork is lost" in _notes("aws-r6idn")
    assert "is lost" not in _notes("aws-r5b")


def test_disks_of_a_cloud_are_called_by_their_ids_and_shares_by_their_protocol() -> None:
    aws, anf = _host("aws-r5b"), _host("nfs-client")
    assert behind(aws, aws.volumes[0]) == "disk nvme0n1 (Amazon EBS vol-0aa1111111111111)"
    words = {volume.mount_point: behind(anf, volume) for volume in anf.volumes}
    assert words["/sasdata"] == "10.1.0.4:/sasdata (NFS 3)"
    bucket = next(volume for volume in _host("gcp-n2").volumes if volume.program)
    assert behind(_host("gcp-n2"), bucket) == "acme-landing (Cloud Storage FUSE (gcsfuse))"


def test_settings_say_where_they_were_read_and_sizes_are_legible() -> None:
    rows = {row[0]: row[1:] for row in setting_table(_host("bare-metal-nvme-raid")).rows}
    assert rows["vm.dirty_bytes"] == ("1 GiB", "/proc/sys/vm/dirty_bytes")
    assert rows["tuned.profile"] == ("sas-performance", "/etc/tuned/active_profile")
    assert rows["xfs.stripe_unit_bytes (/saswork)"][0] == "512 KiB"
    assert "xfs.stripe_unit_bytes (/)" not in rows


def test_a_source_that_fails_stands_beside_those_that_count() -> None:
    rows = evidence_table(_host("arm-server")).rows
    assert [row[2] for row in rows] == ["80", "80", ""]
    assert "fails" in rows[-1][-1]


def test_a_host_of_which_nothing_is_known_has_no_empty_tables() -> None:
    host = replace(host_of(), devices=(), volumes=())
    assert [table.rows for table in (device_table(host), setting_table(host), evidence_table(host))] == [(), (), ()]
    assert list(hardware_notes(host)) == []


@pytest.mark.parametrize(
    ("cloud", "words"),
    [
        (Cloud("AWS", "r5b.8xlarge", "eu-west-1", "eu-west-1b"), "AWS r5b.8xlarge, eu-west-1b"),
        (Cloud("Azure", "Standard_E32s_v3", "westeurope", "2"), "Azure Standard_E32s_v3, westeurope zone 2"),
        (Cloud("Google Cloud", None, "europe-west4", None), "Google Cloud, europe-west4"),
        (Cloud("AWS"), "AWS"),
    ],
)
def test_a_cloud_is_told_in_one_line(cloud: Cloud, words: str) -> None:
    assert cloud_words(cloud) == words
    assert words in present_machine(replace(host_of(), cloud=cloud)).subtitle


def test_a_container_tells_what_it_may_use() -> None:
    notes = _notes("container")
    assert "4 logical CPUs" in notes
    assert "32 GiB of memory" in notes
