"""Sources of the rulebook: each document once, with the year it bears; rows add the fact and the place."""

from collections.abc import Callable
from typing import Final

from sizing.rules import Source


def _document(title: str, year: int | None) -> Callable[..., Source]:
    def cite(fact: str, place: str, *, derived: bool = False) -> Source:
        return Source(fact=fact, document=title, year=year, place=place, is_derived=derived)

    return cite


SAS_REQUIREMENTS: Final = _document(
    "System Requirements for SAS 9.4 Foundation for Linux for x64, as quoted by 'Quel débit disque avec SAS 9 ?'", None
)
DISK_RATE: Final = _document("'Quel débit disque avec SAS 9 ?', a summary of SAS support documents", None)
SAS_ON_AWS: Final = _document("Running SAS Workloads Using Clustered File Systems on AWS, paper 1150-2021", 2021)
IOTEST: Final = _document("SAS technical support code, k8s-iotest-vk (rhel_iotest.sh)", 2022)
IOTEST_PLACE: Final = "github.com/sascommunities/technical-support-code, fact-gathering/k8s-iotest-vk"
FIO_WRAPPER: Final = _document("sas_iotest, README of a third-party wrapper of fio", None)
SAS_ON_AZURE: Final = _document("SAS on Azure architecture, Microsoft Learn", None)
GRID: Final = _document("Grid Computing in SAS 9.4, central file server", None)
CAS_CACHE: Final = _document("Provisioning CAS_DISK_CACHE for SAS Viya, SAS Communities", 2022)
NFS_WITH_SAS: Final = _document("When to use NFS with SAS, SAS blogs", 2015)
SPD_ENGINE: Final = _document("SAS Scalable Performance Data Engine: Reference", None)
SAS_ON_GCS: Final = _document("SAS Viya 3.5 and Google Cloud Storage Performance Feedback, SAS Communities", 2020)
SAS_GRID_AWS: Final = _document("SAS Grid migration, AWS Prescriptive Guidance", None)
OCI_SCALE: Final = _document("oci-ibm-spectrum-scale, tuning scripts for SAS, Oracle Quick Start", None)
