"""Machines of one's own: bare metal, a guest of VMware, an ARM server, a container, a box full of disks."""

from tests.machines.builder import DEADLINE, VIRTUAL, Builder, Machines

_RHEL8 = "Red Hat Enterprise Linux 8.10 (Ootpa)"
_RHEL9 = "Red Hat Enterprise Linux 9.4 (Plow)"


def multipath(machine: Builder) -> None:
    """A Dell server with two LUNs of an array over four paths each, one of them dead, in one LVM group."""
    machine.system(
        "sasgrid01", release="4.18.0-553.el8_10.x86_64", distribution=_RHEL8, distribution_id="rhel", memory=376
    )
    machine.firmware("Dell Inc.", "PowerEdge R740")
    machine.processors(sockets=2, cores=12, threads=2)
    for node in (0, 1):
        machine.write(f"sys/devices/system/node/node{node}/cpulist", f"{node * 12}-{node * 12 + 11}\n")
        machine.write(f"sys/devices/system/node/node{node}/meminfo", f"Node {node} MemTotal: 197132288 kB\n")
    perc = "pci0000:17/0000:17:00.0/0000:18:00.0/host0/target0:2:0/0:2:0:0/block/sda"
    machine.block(perc, "8:0", 446, device__vendor="DELL", device__model="PERC H740P Mini", device__state="running")
    machine.part(perc, "sda2", "8:2", 445)
    _luns(machine)
    machine.mapped("vg_sas-lv_data", 2, "LVM-", ["dm-0", "dm-1"], 12288)
    machine.mapped("vg_sas-lv_work", 3, "LVM-", ["dm-0", "dm-1"], 4000)
    machine.volume_at("/", "xfs", "/dev/sda2", number="8:2", gib=445, free=380)
    machine.volume_at("/sasdata", "xfs", "/dev/mapper/vg_sas-lv_data", number="253:2", gib=12288, free=4096)
    machine.volume_at("/saswork", "xfs", "/dev/mapper/vg_sas-lv_work", number="253:3", gib=4000, free=3900)
    machine.settings(dirty_ratio="40")
    machine.write("etc/tuned/active_profile", "throughput-performance\n")
    for name in ("eth0", "eth1"):
        machine.interface(name, 10000, mtu=9000)
    machine.interface("bond0", 20000, mtu=9000)
    (machine.place / "sys/class/net/bond0/device").rmdir()
    machine.write("sys/class/net/bond0/bonding/mode", "802.3ad 4\n")
    for name in ("eth0", "eth1"):
        machine.write(f"sys/class/net/bond0/lower_{name}/x", "")


def _luns(machine: Builder) -> None:
    """Add two LUNs over four paths each, the last of them dead, and their multipath devices."""
    paths: dict[int, list[str]] = {0: [], 1: []}
    for index in range(8):
        path, lun = divmod(index, 2)
        way = (
            f"pci0000:3a/0000:3b:00.{path // 2}/host{1 + path // 2}/rport-1:0-{path}/target1:0:{path}/1:0:{path}:{lun}"
        )
        state = "offline" if index == 7 else "running"
        paths[lun].append(
            machine.block(
                f"{way}/block/sd{'bcdefghi'[index]}", f"8:{16 * (index + 1)}", 8192, scheduler=DEADLINE,
                device__vendor="HITACHI", device__model="OPEN-V", device__state=state,
            )
        )  # fmt: skip
    for lun, name in enumerate(("mpatha", "mpathb")):
        machine.mapped(name, lun, "mpath-360060e80123456", paths[lun], 8192)


def raid_of_nvme(machine: Builder) -> None:
    """An AMD server whose WORK is RAID 0 of four NVMe disks, and whose system mirror is being rebuilt."""
    machine.system(
        "saswork02", release="5.14.0-427.el9.x86_64", distribution=_RHEL9, distribution_id="rhel", memory=1007
    )
    machine.firmware("Supermicro", "AS -2124BT-HNTR")
    machine.processors(sockets=2, cores=32, threads=2, model="AMD EPYC 7543 32-Core Processor")
    disks = [machine.nvme(index, "SAMSUNG MZWLJ3T8HBLS-00007", 3577, f"S5G{index}NA0R") for index in range(4)]
    system = []
    for index in range(2):
        way = (
            f"pci0000:00/0000:00:11.4/ata{index + 1}/host{index}/target{index}:0:0/{index}:0:0:0/block/sd{'ab'[index]}"
        )
        system.append(machine.block(way, f"8:{index * 16}", 894, device__vendor="ATA", device__model="MTFDDAK960TDT"))
    machine.array("md127", "9:127", disks, 14308, level="raid0", chunk_size="524288", array_state="clean")
    machine.array(
        "md126", "9:126", system, 893, level="raid1", chunk_size="0", array_state="active", degraded="1",
        sync_action="recover", sync_completed="468221952 / 1872887808",
    )  # fmt: skip
    machine.write("sys/devices/virtual/block/md126/md/dev-sdb/state", "spare\n")
    machine.volume_at("/", "xfs", "/dev/md126", number="9:126", gib=893, free=700)
    machine.volume_at(
        "/saswork", "xfs", "/dev/md127", number="9:127", gib=14300, free=14290,
        options="rw,noatime,sunit=1024,swidth=4096",
    )  # fmt: skip
    machine.settings(dirty_bytes="1073741824", dirty_ratio="0", swappiness="10")
    machine.write("etc/tuned/active_profile", "sas-performance\n")
    machine.interface("ens1f0", 100000, mtu=9000)


def vmware(machine: Builder) -> None:
    """A guest of VMware with sixteen sockets of one core, as its clients like to be configured."""
    machine.system("sasvm03", release="5.14.0-427.el9.x86_64", distribution=_RHEL9, distribution_id="rhel", memory=125)
    machine.firmware("VMware, Inc.", "VMware Virtual Platform")
    machine.processors(sockets=16, cores=1, threads=1, flags=VIRTUAL, model="Intel(R) Xeon(R) Gold 6248")
    for index, name in enumerate(("sda", "sdb")):
        way = f"pci0000:00/0000:00:15.0/0000:03:00.0/host0/target0:0:{index}/0:0:{index}:0/block/{name}"
        machine.block(
            way, f"8:{index * 16}", 100 + 1900 * index, scheduler=DEADLINE, queue__rotational="1",
            device__vendor="VMware", device__model="Virtual disk", device__state="running",
        )  # fmt: skip
    machine.mapped("rhel-root", 0, "LVM-", ["sda"], 99)
    machine.volume_at("/", "xfs", "/dev/mapper/rhel-root", number="253:0", gib=99, free=80)
    machine.volume_at("/sasdata", "ext4", "/dev/sdb", number="8:16", gib=1990, free=500, options="rw,relatime")
    machine.write("sys/fs/ext4/sdb/errors_count", "2\n")
    machine.write("etc/fstab", "/dev/sdb /sasdata ext4 defaults 0 0\n/dev/sdc /archive xfs noatime,nobarrier 0 0\n")
    machine.settings()
    machine.write("etc/tuned/active_profile", "virtual-guest\n")
    machine.interface("ens192", 10000)


def arm(machine: Builder) -> None:
    """An ARM server, whose /proc/cpuinfo names neither sockets nor cores, so that SAS's script fails."""
    machine.system(
        "arm04", release="6.8.0-45-generic", distribution="Ubuntu 24.04.1 LTS", distribution_id="ubuntu", memory=502
    )
    machine.firmware("GIGABYTE", "R272-P30-JG")
    machine.arm(80)
    for index in range(2):
        machine.nvme(index, "INTEL SSDPE2KX040T8", 3726, f"PHLJ{index}4P0")
    machine.volume_at("/", "ext4", "/dev/nvme0n1", number="259:0", gib=3700, free=3000, options="rw,relatime")
    machine.volume_at(
        "/data", "btrfs", "/dev/nvme1n1", number="0:41", gib=3726, free=3700, options="rw,compress=zstd:3"
    )
    machine.write("sys/fs/btrfs/0a1b-2c3d/devices/nvme1n1", "")
    (machine.place / "sys/fs/btrfs/0a1b-2c3d/allocation/data/single").mkdir(parents=True)
    machine.settings()
    machine.write("sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "schedutil\n")
    machine.interface("enp1s0", 25000)


def container(machine: Builder) -> None:
    """A container on a node of 64 logical CPUs that leaves it four of them and 32 GiB."""
    machine.system(
        "compute-7d9f", release="5.14.0-427.el9.x86_64", distribution=_RHEL9, distribution_id="rhel", memory=503
    )
    machine.processors(sockets=2, cores=16, threads=2, model="Intel(R) Xeon(R) Gold 6346")
    machine.online(64, allowed="0-7")
    machine.write("proc/self/cgroup", "0::/\n")
    machine.write("sys/fs/cgroup/cpu.max", "400000 100000\n")
    machine.write("sys/fs/cgroup/memory.max", f"{32 * 1024**3}\n")
    machine.nvme(0, "Dell Ent NVMe v2 AGN RI U.2 1.92TB", 1788, "S61A")
    machine.volume_at("/", "overlay", "overlay", number="0:312", gib=1788, free=900, options="rw,lowerdir=/a:/b")
    machine.volume_at("/opt/sas/viya/work", "xfs", "/dev/nvme0n1", number="259:0", gib=1788, free=900)
    machine.volume_at("/data", "nfs4", "10.9.8.7:/export/viya", number="0:313", gib=5000, free=2500,
                      options="rw,vers=4.1,rsize=1048576,wsize=1048576,proto=tcp")  # fmt: skip
    machine.settings()


def zfs_box(machine: Builder) -> None:
    """A box in the manner of Sun's: 48 disks, seven pools of six of them, as SPD Server liked to be given."""
    machine.system(
        "thumper05",
        release="5.15.0-122-generic",
        distribution="Ubuntu 22.04.5 LTS",
        distribution_id="ubuntu",
        memory=126,
    )
    machine.firmware("Sun Microsystems", "Sun Fire X4540")
    machine.processors(sockets=2, cores=6, threads=1, model="Six-Core AMD Opteron(tm) Processor 2435")
    for index in range(44):
        name = f"sd{chr(97 + index)}" if index < 26 else f"sda{chr(97 + index - 26)}"
        number = f"{8 if index < 16 else 65 + (index - 16) // 16}:{index % 16 * 16}"
        unit = f"ata{index + 1}/host{index}/target{index}:0:0/{index}:0:0:0"
        way = f"pci0000:00/0000:0{index // 8}:00.0/{unit}/block/{name}"
        machine.block(way, number, 931, scheduler=DEADLINE, queue__rotational="1",
                      device__vendor="ATA", device__model="HITACHI HUA7210S")  # fmt: skip
        if index >= 2:
            label = f"E:ID_FS_TYPE=zfs_member\nE:ID_FS_LABEL=spds{(index - 2) // 6}\n"
            machine.write(f"run/udev/data/b{number}", f"E:ID_BUS=ata\n{label}")
    machine.volume_at("/", "ext4", "/dev/sda", number="8:0", gib=915, free=850, options="rw,relatime")
    for pool in range(7):
        machine.write(f"proc/spl/kstat/zfs/spds{pool}/state", "DEGRADED\n" if pool == 3 else "ONLINE\n")
        machine.volume_at(f"/spds/data{pool}", "zfs", f"spds{pool}/data", number=f"0:{60 + pool}", gib=4500, free=2000,
                          options="rw,noatime,xattr,noacl")  # fmt: skip
    machine.write("proc/spl/kstat/zfs/arcstats", "name type data\nc_max 4 67645734912\n")
    machine.settings()
    machine.interface("eth0", 10000)


OWN: Machines = {
    "bare-metal-multipath": multipath,
    "bare-metal-nvme-raid": raid_of_nvme,
    "vmware-guest": vmware,
    "arm-server": arm,
    "container": container,
    "zfs-box": zfs_box,
}
