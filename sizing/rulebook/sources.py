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
TUNED: Final = _document("tuned, its history from the beginning to 2026", 2026)
OCI_TUNING: Final = "github.com/oracle-quickstart/oci-ibm-spectrum-scale"
AWS_WHITEPAPER: Final = _document("Best Practices for Deploying SAS Server on AWS, whitepaper", 2022)
XFS_NO_BARRIER: Final = _document("SUSE knowledge base 000020240, XFS without nobarrier", None)
SAS_AZURE_PRACTICE: Final = _document("Best Practices for Using Microsoft Azure with SAS, SAS Communities", 2022)
AZURE_SIZES: Final = _document("Azure virtual machine sizes and disks, Microsoft Learn", None)
ANF_FOR_SAS: Final = _document("Azure NetApp Files: a shared file system to use with SAS Grid, SAS Communities", 2020)
ANF_GRID: Final = _document("Deploy SAS Grid 9.4 on Azure NetApp Files, Microsoft Learn", None)
FSX_GUIDE: Final = _document("Amazon FSx for Lustre user guide", None)
EFS_GUIDE: Final = _document("Amazon EFS user guide, performance", None)
EC2_TYPES: Final = _document("Karpenter, EC2 instance types from the EC2 API", 2026)
GOOGLE_DISKS: Final = _document("Optimizing Persistent Disk performance, Google Cloud", None)
GOOGLE_FILESTORE: Final = _document("Filestore performance, Google Cloud (an older page)", None)
LUSTRE_GRID: Final = _document("SAS Grid on Lustre, Intel case study", None)
GFS2_LIMITS: Final = _document("Configuring GFS2 file systems, support limits, Red Hat Enterprise Linux 8", None)
CLUSTERED_FS: Final = _document("Looking for a clustered file system for SAS Grid?, SAS blogs", 2013)
UNIX_COMPANION: Final = _document("SAS Companion for UNIX Environments", None)
WINDOWS_IO: Final = _document("SAS Companion for Windows, Acceptable SAS I/O Performance", None)
WINDOWS_CLEANWORK: Final = _document("SAS Companion for Windows, Cleanwork utility", None)
WINDOWS_2008: Final = _document("SAS on Windows Server 2008, paper 370-2011", 2011)
AIX_TUNING: Final = _document("AIX 7.1 tuning for SAS 9.2, after the IBM and SAS guide for AIX", None)
SPDS_45: Final = _document("SAS SPD Server 4.5 Administrator's Guide", None)
SPDS_5: Final = _document("SAS SPD Server 5 Administrator's Guide", None)
SPDS_SUN: Final = _document("SAS SPDS on Sun Fire X4500, A Performance Study", None)
SAS_ON_VMWARE: Final = _document("SAS KB0045707, SAS on VMware", None)
LIMITS_OF_SAS: Final = _document("quickstart-sas-grid and sas94-sysprep-linux64, preparation of hosts", None)
VIYA_ON_OPENSHIFT: Final = _document("SAS Viya Temporary Storage on Red Hat OpenShift, part 2, SAS Communities", None)
OPENSHIFT_RUN: Final = _document("How to run rhel_iotest.sh on OpenShift, sas-viya-openshift", None)
CLOUD_PAPER: Final = _document("SAS Global Forum paper 209-2019 on performance in the cloud", 2019)
VIYA_ON_AWS: Final = _document("viya4-iac-aws, SAS's own templates for AWS", 2026)
FIELD_PAPER: Final = _document("SAS Global Forum paper 479-2013, fio for SAS", 2013)
IOTEST_AZURE: Final = _document("azurehpc, SAS benchmark scripts", None)
GRID_93: Final = _document("Grid Computing in SAS 9.3, central file server", None)
