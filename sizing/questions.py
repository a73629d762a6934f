"""Questions: what only people or other tools can say of a host, by the names an answer is given under."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.i18n import N_


class AnswerKind(StrEnum):
    """What an answer must look like."""

    NUMBER = "a number from 0 on"
    YES = "yes or no (true or false)"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask: ``name`` is what the answer is filed under, ``asked`` the question itself."""

    name: str
    kind: AnswerKind
    asked: str
    choices: tuple[str, ...] = ()
    """The only answers there are, where there are not many."""


_NUMBER, _YES, _TEXT = AnswerKind.NUMBER, AnswerKind.YES, AnswerKind.TEXT
CLOUDS: Final = ("aws", "azure", "gcp", "oci", "none")

QUESTIONS: Final = {
    question.name: question
    for question in (
        Question("cloud", _TEXT, N_("In which cloud does this host run?"), CLOUDS),
        Question("cloud.instance", _TEXT, N_("What size of machine is it, as the cloud names it?")),
        Question("cloud.remote_mb_s", _NUMBER, N_("What remote disk rate may the instance sustain, in MB/s?")),
        Question("cloud.disks_mb_s", _NUMBER, N_("What may all disks of the volume deliver together, in MB/s?")),
        Question("cloud.egress_mb_s", _NUMBER, N_("What may the machine send over its network, in MB/s?")),
        Question("cloud.iops", _NUMBER, N_("How many IOPS were bought for the volume?")),
        Question("cloud.volume_type", _TEXT, N_("What type of cloud disk is it (io2, gp3, st1, ...)?")),
        Question("cloud.one_zone", _YES, N_("Do all SAS hosts and their storage lie in one zone and placement group?")),
        Question("cloud.accelerated_network", _YES, N_("Is accelerated networking on for every SAS host?")),
        Question("fsx.mb_per_tib", _NUMBER, N_("What throughput does FSx for Lustre give for each TiB, in MB/s?")),
        Question("anf.mib_per_tib", _NUMBER, N_("What does the service level give for each TiB, in MiB/s?")),
        Question("efs.mode", _TEXT, N_("In which throughput mode is EFS?"), ("elastic", "bursting", "provisioned")),
        Question("filestore.client_mb_s", _NUMBER, N_("What may one client write to Filestore, in MB/s?")),
        Question("grid.nodes", _NUMBER, N_("How many hosts share this file system?")),
        Question("grid.cores", _NUMBER, N_("How many physical cores have all hosts together that share it?")),
        Question("grid.cpu_models", _NUMBER, N_("How many different processor models do the hosts have?")),
        Question("grid.hosts_measured", _NUMBER, N_("On how many hosts did the measurement run at the same time?")),
        Question("grid.metadata_tested", _YES, N_("Was creating and deleting many small files tested as well?")),
        Question("storage.aggregate_mb_s", _NUMBER, N_("What can the shared file system deliver in all, in MB/s?")),
        Question("lustre.stripe_count", _NUMBER, N_("What stripe count does lfs getstripe show for the folder?")),
        Question("lustre.lru_max_age", _NUMBER, N_("What does lctl get_param ldlm.namespaces.*.lru_max_age show?")),
        Question("lustre.threads_per_cpt", _NUMBER, N_("What is the module option ptlrpcd_per_cpt_max set to?")),
        Question("lustre.mdc_rpcs", _NUMBER, N_("What does lctl get_param mdc.*.max_rpcs_in_flight show?")),
        Question("lustre.files_per_folder", _NUMBER, N_("How many files lie in the fullest folder?")),
        Question("gpfs.pagepool_gib", _NUMBER, N_("How large is the pagepool of Spectrum Scale, in GiB?")),
        Question("sas.filelocks", _TEXT, N_("What is the SAS option FILELOCKS set to?"), ("fail", "continue", "none")),
        Question("sas.orphaned_work", _NUMBER, N_("How many work folders were left by sessions that are gone?")),
        Question("sas.mostly_read", _YES, N_("Is the data mostly read, or each data set below 1 GB?")),
        Question("cas.cache_volume", _TEXT, N_("Which Kubernetes volume holds the CAS disk cache?")),
        Question("spds.version", _NUMBER, N_("Which version of SPD Server is it (4.5, 5.3, ...)?")),
        Question("spds.path_option", _TEXT, N_("Which option in libnames.parm names paths?"), ("options", "roptions")),
        Question("spds.domain", _TEXT, N_("What is the domain called in libnames.parm?")),
        Question("spds.workpath_in_libnames", _YES, N_("Does libnames.parm hold a WORKPATH?")),
        Question("spds.minpartsize_mib", _NUMBER, N_("What is MINPARTSIZE, in MiB?")),
        Question("spds.partsize_mib", _NUMBER, N_("What is PARTSIZE of the large tables, in MiB?")),
        Question("spds.data_paths", _TEXT, N_("What does DATAPATH list, in its order, separated by blanks?")),
        Question("spds.random_place", _YES, N_("Does each table start at a random path (RANDOMPLACEDPF)?")),
        Question("spds.sort_gib", _NUMBER, N_("What do all sorts at a time take: SORTSIZE x threads x sorts, in GiB?")),
        Question("spds.open_files", _NUMBER, N_("How many files are open at a time: tables x parts x users?")),
        Question("tuned.profile", _TEXT, N_("What does tuned-adm active show?")),
        Question("vm.dirty_ratio", _NUMBER, N_("What does sysctl vm.dirty_ratio show?")),
        Question("vm.dirty_background_ratio", _NUMBER, N_("What does sysctl vm.dirty_background_ratio show?")),
        Question("vm.dirty_bytes", _NUMBER, N_("What does sysctl vm.dirty_bytes show?")),
        Question("vm.dirty_background_bytes", _NUMBER, N_("What does sysctl vm.dirty_background_bytes show?")),
        Question("vm.swappiness", _NUMBER, N_("What does sysctl vm.swappiness show?")),
        Question("vm.max_map_count", _NUMBER, N_("What does sysctl vm.max_map_count show?")),
        Question("transparent_hugepage", _TEXT, N_("Which is chosen in /sys/kernel/mm/transparent_hugepage/enabled?")),
        Question("limits.nofile", _NUMBER, N_("What does ulimit -n show for the account of SAS?")),
        Question("limits.nproc", _NUMBER, N_("What does ulimit -u show for the account of SAS?")),
        Question("limits.fsize", _TEXT, N_("What does ulimit -f show for the account of SPD Server?")),
        Question("fstab.nobarrier.xfs", _TEXT, N_("Which XFS mounts does /etc/fstab give nobarrier (none if none)?")),
        Question("windows.power_plan", _TEXT, N_("What does powercfg /getactivescheme show?")),
        Question("aix.minfree", _NUMBER, N_("What does vmo -o minfree show?")),
        Question("aix.maxfree", _NUMBER, N_("What does vmo -o maxfree show?")),
        Question("aix.j2_max_read_ahead", _NUMBER, N_("What does ioo -o j2_maxPageReadAhead show?")),
        Question("aix.j2_preallocation", _NUMBER, N_("What does ioo -o j2_dynamicBufferPreallocation show?")),
        Question("aix.j2_pager_buffers", _NUMBER, N_("What does ioo -o j2_nBufferPerPagerDevice show?")),
    )
}
"""Every question there is, by name."""
