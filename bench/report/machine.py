"""What machine this is, as far as a program without privileges can see."""

import os
import pathlib
import platform
import subprocess

CPUINFO_FIELDS = {  # ours: the names of Linux on x86-64, aarch64, s390x
    "model": ["model name", "Model", "processor 0"],
    "vendor": ["vendor_id", "CPU implementer"],
    "family_number": ["cpu family", "CPU architecture"],
    "model_number": ["model", "CPU part"],
    "stepping": ["stepping", "CPU revision"],
    "microcode": ["microcode"],
}


def read(path):
    try:
        return pathlib.Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def cpuinfo():
    fields = {}
    for line in read("/proc/cpuinfo").splitlines():
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip(), value.strip())
    return fields


def caches():
    """One for each cache of the first core."""
    found = []
    for index in sorted(pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index[0-9]*")):
        shared = read(index / "shared_cpu_list")
        found.append(
            f"L{read(index / 'level')} {read(index / 'type').lower()} {read(index / 'size')}"
            + (f", shared by cores {shared}" if shared not in ("", "0") else "")
        )
    return found


def memory_bytes():
    for line in read("/proc/meminfo").splitlines():
        if line.startswith("MemTotal:"):
            return int(line.split()[1]) * 1024
    return 0


def virtual_machine(fields):
    maker = " ".join(filter(None, (read("/sys/class/dmi/id/sys_vendor"), read("/sys/class/dmi/id/product_name"))))
    if "hypervisor" in fields.get("flags", "").split() or read("/sys/hypervisor/type"):
        return f"yes ({maker})" if maker else "yes"
    return "no sign of one"


def instruction_sets(rowkey):
    """The instruction sets that the build has and whether this CPU can use them, as `rowkey cpu` says."""
    lines = subprocess.run([rowkey, "cpu"], check=True, capture_output=True, text=True).stdout.splitlines()
    table = [line.split() for line in lines]
    return {
        row[0]: {"supported": row[2] == "yes", "chosen": row[4] == "yes"}
        for row in table
        if len(row) == 5 and row[4] in ("yes", "no")
    }


def revision(top):
    described = subprocess.run(
        ["git", "-C", top, "describe", "--always", "--dirty", "--tags"], capture_output=True, text=True, check=False
    )
    return described.stdout.strip() or "unknown"


def facts(rowkey, top):
    fields = cpuinfo()
    found = {}
    for ours, names in CPUINFO_FIELDS.items():
        found[ours] = next((fields[name] for name in names if name in fields), "unknown")
    return {
        **found,
        "architecture": platform.machine(),
        "instruction_sets": instruction_sets(rowkey),
        "caches": caches(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": memory_bytes(),
        "kernel": f"{platform.system()} {platform.release()}",
        "virtual_machine": virtual_machine(fields),
        "revision": revision(top),
    }


def identity(machine):
    """What must be the same for two results to be of one kind of machine."""
    sets = [name for name, state in machine.get("instruction_sets", {}).items() if state["supported"]]
    numbers = [machine.get(name, "unknown") for name in ("model", "family_number", "model_number", "stepping")]
    return " ".join([machine.get("architecture", "unknown"), *numbers, *sorted(sets)])
