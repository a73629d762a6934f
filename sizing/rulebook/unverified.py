"""Unverified: what is said about SAS and storage without a source that could be read; it is shown and never judges."""

from dataclasses import dataclass
from typing import Final

from sizing.i18n import N_


@dataclass(frozen=True, slots=True)
class Hearsay:
    """A statement of which no source was found: ``fact`` is its id, ``says`` the statement."""

    fact: str
    says: str


HEARSAY: Final = (
    Hearsay("REQ-008", N_("CAS wants 16 GB of RAM or more for each core, and three times the data in all.")),
    Hearsay("REQ-016", N_("SASWORK takes two to three times the largest data set of each session; sorts take more.")),
    Hearsay("REQ-022", N_("The CAS disk cache takes one and a half to two times the RAM of its host.")),
    Hearsay("GRD-010", N_("Real jobs whose processor time is 90 % of their real time are served well by storage.")),
    Hearsay("FS-021", N_("StorNext and Weka are said to carry SAS; SAS's own word on them was not found.")),
    Hearsay("FS-028", N_("SMB carries SASDATA only where it is small or mostly read.")),
    Hearsay("LNX-006", N_("The scheduler's granularity is no longer a sysctl from kernel 5.13 on.")),
    Hearsay("LNX-015", N_("On small work file systems XFS wants allocsize, from 64 MiB to 1 GiB.")),
    Hearsay("WIN-001", N_("NTFS wants allocation units of 64 KiB on volumes of SAS.")),
    Hearsay("WIN-004", N_("Folders of SAS are left out of on-access virus scans.")),
    Hearsay("WIN-006", N_("The write cache of disks is on and has a battery; 8.3 names and last access are off.")),
    Hearsay("SPD-014", N_("Two folders on each file system write a zigzag list without naming a folder twice.")),
    Hearsay("SPD-036", N_("No ratio of data, index and work space of SPD Server is known.")),
    Hearsay("AWS-002", N_("Sizes of 4xlarge and below show a burst figure; the ratio of large sizes lasts.")),
    Hearsay("AWS-014", N_("SAS 9.4 needs x86-64, so Graviton cannot run it; the state of Viya is not known.")),
    Hearsay("GCP-003", N_("A local SSD of Google Cloud reads about 390 and writes about 195 MB/s.")),
    Hearsay("GCP-004", N_("SASWORK on Google Cloud wants one local SSD for each two cores.")),
    Hearsay("GRD-005", N_("Several metadata servers and small files on them help Lustre with SAS.")),
)
