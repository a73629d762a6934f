"""Rented machines: instances of the three clouds, and clients of the file systems one meets there."""

import json

from tests.machines.builder import VIRTUAL, Builder, Machines

_RHEL8 = "Red Hat Enterprise Linux 8.10 (Ootpa)"
_RHEL9 = "Red Hat Enterprise Linux 9.4 (Plow)"
_AZURE_TAG = "7783-7084-3265-9085-8269-3286-77"
_EBS = "Amazon Elastic Block Store"
_STORE = "Amazon EC2 NVMe Instance Storage"
_CASCADE_LAKE = "Intel(R) Xeon(R) Platinum 8259CL CPU @ 2.50GHz"
_ICE_LAKE = "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz"
_AZURE_V3 = "Intel(R) Xeon(R) Platinum 8171M CPU @ 2.60GHz"
_AZURE_V5 = "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz"
_SCSI = "LNXSYSTM:00/LNXSYBUS:00/ACPI0004:00/VMBUS:00"
_FIRST = "00000000-000{}-8899-0000-000000000000"
_SECOND = "f8b3781{}-1e82-4818-a1c3-63d806ec15bb"


def _aws(machine: Builder, name: str, instance_type: str, *, memory: float, cores: int, model: str = _ICE_LAKE) -> None:
    machine.system(name, release="5.14.0-427.el9.x86_64", distribution=_RHEL9, distribution_id="rhel", memory=memory)
    machine.firmware("Amazon EC2", instance_type)
    machine.processors(sockets=1, cores=cores, threads=2, flags=VIRTUAL, model=model)
    told = {"cloud_name": "aws", "region": "eu-west-1", "availability_zone": "eu-west-1b"}
    machine.write("run/cloud-init/instance-data.json", json.dumps({"v1": told}))
    machine.nvme(0, _EBS, 100, "vol0aa1111111111111")
    machine.volume_at("/", "xfs", "/dev/nvme0n1", number="259:0", gib=100, free=90)
    machine.settings()
    machine.write("etc/tuned/active_profile", "virtual-guest\n")
    machine.interface("eth0", None, mtu=9001)


def _azure(machine: Builder, name: str, size: str, *, memory: float, cores: int, model: str = _AZURE_V5) -> None:
    machine.system(name, release="4.18.0-553.el8_10.x86_64", distribution=_RHEL8, distribution_id="rhel", memory=memory)
    machine.firmware("Microsoft Corporation", "Virtual Machine", _AZURE_TAG)
    machine.processors(sockets=1, cores=cores, threads=2, flags=VIRTUAL, model=model)
    compute = {"vmSize": size, "location": "westeurope", "zone": "2"}
    told = {"v1": {"cloud_name": "azure", "region": "westeurope"}, "ds": {"meta_data": {"imds": {"compute": compute}}}}
    machine.write("run/cloud-init/instance-data.json", json.dumps(told))
    machine.settings()
    machine.interface("eth0", 50000)


def _scsi_disk(machine: Builder, controller: str, address: str, name: str, number: str, gib: float) -> str:
    host = address.partition(":")[0]
    target = address.rpartition(":")[0]
    way = f"{_SCSI}/{controller}/host{host}/target{target}/{address}/block/{name}"
    return machine.block(
        way, number, gib, device__vendor="Msft", device__model="Virtual Disk", device__state="running",
        queue__max_sectors_kb="512", queue__physical_block_size="4096",
    )  # fmt: skip


def r5b(machine: Builder) -> None:
    """An r5b.8xlarge with two io2 volumes in a stripe, as AWS and SAS tested it."""
    _aws(machine, "sas-r5b", "r5b.8xlarge", memory=247, cores=16, model=_CASCADE_LAKE)
    disks = [
        machine.nvme(index, _EBS, 10240, f"vol0bb222222222222{index}", queue__max_sectors_kb="256") for index in (1, 2)
    ]
    machine.array("md0", "9:0", disks, 20470, level="raid0", chunk_size="1048576", array_state="clean")
    machine.volume_at("/sasdata", "xfs", "/dev/md0", number="9:0", gib=20460, free=9000,
                      options="rw,noatime,sunit=2048,swidth=4096")  # fmt: skip


def r6idn(machine: Builder) -> None:
    """An r6idn.8xlarge: WORK on its instance store, made by a script that still sets nobarrier."""
    _aws(machine, "sas-r6idn", "r6idn.8xlarge", memory=247, cores=16)
    machine.nvme(1, _EBS, 5000, "vol0cc3333333333333")
    machine.nvme(2, _STORE, 1769, "AWS22ABCDEF0123456")
    machine.volume_at("/sasdata", "xfs", "/dev/nvme1n1", number="259:1", gib=4997, free=2000)
    machine.volume_at("/saswork", "ext4", "/dev/nvme2n1", number="259:2", gib=1740, free=1700,
                      options="rw,noatime,nobarrier,stripe=128")  # fmt: skip
    machine.write("etc/fstab", "/dev/nvme2n1 /saswork ext4 noatime,discard,nobarrier 0 0\n")


def e32s_v3(machine: Builder) -> None:
    """An E32s_v3, first generation: system, temporary and four data disks, all alike by model."""
    _azure(machine, "sas-e32s", "Standard_E32s_v3", memory=252, cores=16, model=_AZURE_V3)
    _scsi_disk(machine, _FIRST.format(0), "0:0:0:0", "sda", "8:0", 64)
    _scsi_disk(machine, _FIRST.format(1), "1:0:1:0", "sdb", "8:16", 512)
    data = [
        _scsi_disk(machine, _SECOND.format("b"), f"5:0:0:{lun}", f"sd{'cdef'[lun]}", f"8:{32 + 16 * lun}", 4095)
        for lun in range(4)
    ]
    machine.mapped("datavg-datalv", 0, "LVM-", data, 16380)
    machine.volume_at("/", "xfs", "/dev/sda", number="8:0", gib=63, free=40)
    machine.volume_at("/mnt/resource", "ext4", "/dev/sdb", number="8:16", gib=503, free=480, options="rw,relatime")
    machine.volume_at("/sasdata", "xfs", "/dev/mapper/datavg-datalv", number="253:0", gib=16370, free=5000)


def e32bds_v5(machine: Builder) -> None:
    """An E32bds_v5 with the NVMe controller; only its temporary disk is still SCSI."""
    _azure(machine, "sas-e32bds", "Standard_E32bds_v5", memory=252, cores=16)
    _scsi_disk(machine, _SECOND.format("a"), "0:0:0:1", "sda", "8:0", 1200)
    controller = "pci0001:00/0001:00:00.0/nvme/nvme0"
    told = {"device__model": "MSFT NVMe Accelerator v1.0", "device__serial": "SN: 000001", "device__transport": "pcie"}
    for space, gib in ((1, 64), (2, 8192), (3, 8192)):
        machine.block(f"{controller}/nvme0n{space}", f"259:{space}", gib, **told)
    machine.array("md0", "9:0", ["nvme0n2", "nvme0n3"], 16380, level="raid0", chunk_size="65536", array_state="clean")
    machine.volume_at("/", "xfs", "/dev/nvme0n1", number="259:1", gib=63, free=40)
    machine.volume_at("/saswork", "xfs", "/dev/sda", number="8:0", gib=1190, free=1180)
    machine.volume_at("/sasdata", "xfs", "/dev/md0", number="9:0", gib=16370, free=5000,
                      options="rw,noatime,sunit=128,swidth=256")  # fmt: skip


def n2(machine: Builder) -> None:
    """An n2-highmem-32 with four local SSD in a stripe; Google's firmware does not tell the machine type."""
    machine.system("sas-n2", release="5.14.0-427.el9.x86_64", distribution=_RHEL9, distribution_id="rhel", memory=251)
    machine.firmware("Google", "Google Compute Engine")
    machine.processors(sockets=1, cores=16, threads=2, flags=VIRTUAL, model="Intel(R) Xeon(R) CPU @ 2.80GHz")
    machine.write("etc/hosts", "10.132.0.7 sas-n2.europe-west4-a.c.acme-analytics.internal sas-n2  # Added by Google\n")
    way = "pci0000:00/0000:00:03.0/virtio0/host0/target0:0:{0}/0:0:{0}:0/block/{1}"
    machine.block(way.format(1, "sda"), "8:0", 100, device__vendor="Google", device__model="PersistentDisk")
    machine.block(way.format(2, "sdb"), "8:16", 4096, device__vendor="Google", device__model="PersistentDisk")
    local = [
        machine.nvme(index, "nvme_card", 375, f"nvme_card{index}", queue__physical_block_size="4096")
        for index in range(4)
    ]
    machine.array("md0", "9:0", local, 1499, level="raid0", chunk_size="524288", array_state="clean")
    machine.volume_at("/", "xfs", "/dev/sda", number="8:0", gib=100, free=80)
    machine.volume_at("/sasdata", "xfs", "/dev/sdb", number="8:16", gib=4090, free=1000)
    machine.volume_at("/saswork", "xfs", "/dev/md0", number="9:0", gib=1490, free=1480)
    machine.mount("/landing", "fuse.gcsfuse", "acme-landing", number="0:55", options="rw,nosuid,nodev,relatime")
    machine.settings()
    machine.interface("eth0", None, mtu=1460)


def lustre(machine: Builder) -> None:
    """A client of Lustre on AWS that was mounted without flock, which SAS cannot do without."""
    _aws(machine, "sas-lustre", "m6idn.8xlarge", memory=123, cores=16)
    machine.nvme(1, _STORE, 1769, "AWS33ABCDEF0123456")
    machine.volume_at("/saswork", "xfs", "/dev/nvme1n1", number="259:1", gib=1760, free=1750)
    machine.volume_at("/sasdata", "lustre", "10.0.3.4@tcp:/abcdbdmv", number="0:48", gib=102400, free=60000,
                      options="rw,checksum,nouser_xattr,lruresize,lazystatfs")  # fmt: skip
    machine.write("sys/fs/lustre/version", "2.15.4\n")
    for server, rpcs in (("abcdbdmv-MDT0000-mdc-ffff8c1e", 8), ("abcdbdmv-MDT0001-mdc-ffff8c1e", 128)):
        machine.write(f"sys/fs/lustre/mdc/{server}/max_rpcs_in_flight", f"{rpcs}\n")
        machine.write(f"sys/fs/lustre/ldlm/namespaces/{server}/lru_max_age", "3900000\n")
    machine.write("sys/module/ptlrpc/parameters/ptlrpcd_per_cpt_max", "0\n")


def netapp(machine: Builder) -> None:
    """A client of Azure NetApp Files: one volume over NFSv3 and eight connections, one that is dead."""
    _azure(machine, "sas-anf", "Standard_E16ds_v5", memory=126, cores=8)
    _scsi_disk(machine, _SECOND.format("a"), "0:0:0:0", "sda", "8:0", 64)
    _scsi_disk(machine, _SECOND.format("a"), "0:0:0:1", "sdb", "8:16", 600)
    machine.volume_at("/", "xfs", "/dev/sda", number="8:0", gib=63, free=40)
    machine.volume_at("/saswork", "xfs", "/dev/sdb", number="8:16", gib=590, free=580)
    machine.volume_at("/sasdata", "nfs", "10.1.0.4:/sasdata", number="0:50", gib=25600, free=9000,
                      options="rw,vers=3,rsize=262144,wsize=262144,hard,nolock,proto=tcp,nconnect=8")  # fmt: skip
    machine.silent_at("/archive", "nfs4", "10.1.0.5:/archive", number="0:51", options="rw,vers=4.1,hard,proto=tcp")


RENTED: Machines = {
    "aws-r5b": r5b,
    "aws-r6idn": r6idn,
    "azure-e32s-v3": e32s_v3,
    "azure-e32bds-v5": e32bds_v5,
    "gcp-n2": n2,
    "lustre-client": lustre,
    "nfs-client": netapp,
}
