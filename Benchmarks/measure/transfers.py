"""Large bodies, down to memory and to a file, up from a file: time and peak memory beside `curl -o` and `curl -T`."""

import os
import select
import subprocess
import tempfile

from measure import process
from measure.programs import Server, build, missing, ratio
from measure.report import Section, median, megabytes

SIZES = {"100 MB": 100_000_000, "1 GB": 1_000_000_000}
DOWNLOADS = {
    "curl": "curl -o FILE (the program)",
    "file": "NetworkClient to a file",
    "memory": "NetworkClient to memory",
    "drop": "NetworkClient, chunk by chunk, none kept",
    "urlsession-file": "URLSession to a file",
    "urlsession-memory": "URLSession to memory",
}
UPLOADS = {"curl": "curl -T FILE (the program)", "upload": "NetworkClient from a file"}


def measure(setup):
    section = Section(
        "Large bodies", ["what", "body", "seconds: median", "min", "MB/s", "rate by curl's", "peak memory"])
    if missing():
        section.note(f"Skipped: {', '.join(missing())} not found.")
        return section
    place = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="microscope-benchmark-", dir=place) as directory:
        run = Run(setup, directory)
        try:
            for title, size in SIZES.items():
                run.rows(section, DOWNLOADS, f"{title} down", size, run.download)
            run.rows(section, UPLOADS, "1 GB up", SIZES["1 GB"], run.upload)
        finally:
            run.server.end()
    section.note(
        f"{setup.large_rounds} rounds in the order of the table, each in a new process; nginx (one worker) serves the bodies from memory, "
        "and files are written to memory (tmpfs), so that no disk is measured. Seconds are those of the transfer as the program itself knows "
        "them (curl: time_total), MB/s those of the median. Peak memory is VmHWM, libraries included. Ratios as with sequential GETs. URLSession's "
        "1 GB is left out.")
    return section


class Run:
    def __init__(self, setup, directory):
        self.count, self.directory, self.program = setup.large_rounds, directory, build("transfers")
        self.server = Server(directory, ",".join(map(str, sorted(os.sched_getaffinity(0)))))
        self.base = f"http://127.0.0.1:{self.server.port}/files"
        for size in SIZES.values():
            with open(f"{directory}/files/{size}", "wb") as file:
                for _ in range(size // 1_000_000):
                    file.write(os.urandom(1000) * 1000)

    def rows(self, section, titles, body, size, one):
        names = [name for name in titles if not (name.startswith("urlsession") and size > SIZES["100 MB"])]
        rounds = {name: [] for name in names}
        for _ in range(self.count):
            for name in names:
                rounds[name].append(one(name, size))
        for name in names:
            seconds, peaks = zip(*rounds[name])
            section.row(
                titles[name], body, f"{median(seconds):.3f}", f"{min(seconds):.3f}", f"{size / 1e6 / median(seconds):.0f}",
                ratio(rounds["curl"], rounds[name]), megabytes(median(peaks)))

    def download(self, name, size):
        url, file = f"{self.base}/{size}", f"{self.directory}/received"
        if name == "curl":
            return watched(["curl", "-s", "-w", "%{time_total} %{size_download}", "-o", file, url], size)
        return watched([self.program, name, url, file], size)

    def upload(self, name, size):
        url, file = f"{self.base}/uploaded", f"{self.directory}/files/{size}"
        if name == "curl":
            command = ["curl", "-s", "-H", "Expect:", "-w", "%{time_total} %{size_upload}", "-T", file, url]
        else:
            command = [self.program, name, url, file]
        seconds_and_peak = watched(command, size)
        assert os.path.getsize(f"{self.directory}/files/uploaded") == size
        os.remove(f"{self.directory}/files/uploaded")
        return seconds_and_peak


def watched(command, size):
    """(seconds as the program prints them, peak memory in bytes), the latter looked at every two milliseconds."""
    program = subprocess.Popen(command, stdout=subprocess.PIPE)
    ended, peak = select.poll(), 0
    descriptor = os.pidfd_open(program.pid)
    ended.register(descriptor, select.POLLIN)
    while not ended.poll(2):
        peak = process.status(program.pid).get("VmHWM", peak)
    os.close(descriptor)
    seconds, count = program.communicate()[0].split()
    assert program.returncode == 0 and int(count) == size, command
    return float(seconds), peak
