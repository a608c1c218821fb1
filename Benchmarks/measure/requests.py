"""GETs one after the other over one kept connection: this library beside curl and URLSession, pair by pair."""

import os
import shutil
import signal
import socket
import subprocess
import time

from measure.report import Section, median
from measure.setup import HERE

NGINX = """worker_processes 1; daemon off; pid {directory}/nginx.pid; error_log {directory}/nginx.log;
events {{ worker_connections 64; }}
http {{
    access_log off; keepalive_requests 1000000000; client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi; uwsgi_temp_path {directory}/uwsgi; scgi_temp_path {directory}/scgi;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            default_type application/json;
            return 200 '{{"id":1,"name":"Ada Lovelace","email":"ada@example.com"}}';
        }}
    }}
}}
"""
OURS = ["client-curl", "curl", "client-urlsession", "urlsession"]
NAMES = {
    "curl -K": "curl -K (the program)",
    "client-curl": "NetworkClient.send over libcurl",
    "curl": "CurlTransport alone",
    "client-urlsession": "NetworkClient.send over URLSession",
    "urlsession": "URLSession alone",
}


def missing():
    """What is not here and has to be; none: ready."""
    return [name for name in ("nginx", "curl", "taskset", "swift") if not shutil.which(name)]


def build():
    subprocess.run(["swift", "build", "--package-path", HERE, "-c", "release"], check=True, stdout=subprocess.DEVNULL)
    return f"{HERE}/.build/release/requests"


class Server:
    """nginx with one worker, on the given processor."""

    def __init__(self, directory, processor):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        with open(f"{directory}/nginx.conf", "w") as file:
            file.write(NGINX.format(directory=directory, port=self.port))
        command = ["taskset", "-c", processor, "nginx", "-c", f"{directory}/nginx.conf", "-e", f"{directory}/nginx.log"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)
        raise TimeoutError("nginx does not listen")

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def timed(command):
    """(wall, processor) seconds of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def run_curl(pinned, directory, count):
    """Microseconds of a request, without curl's own start."""
    whole = timed([*pinned, "curl", "-s", "-K", f"{directory}/urls-{count}"])
    start = timed([*pinned, "curl", "-s", "-K", f"{directory}/urls-1"])
    return [(a - b) / (count - 1) * 1e6 for a, b in zip(whole, start)]


def run_ours(pinned, program, name, url, count):
    done = subprocess.run([*pinned, program, name, url, str(count)], capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def measure(setup):
    section = Section(
        "Sequential GETs", ["what sends", "us a request: median", "min", "of it processor", "rate by curl's", "by URLSession's"])
    if missing():
        section.note(f"Skipped: {', '.join(missing())} not found.")
        return section
    program, processor = build(), str(max(os.sched_getaffinity(0)))
    pinned, count = ["taskset", "-c", processor], setup.requests
    server = Server(setup.directory, processor)
    url = f"http://127.0.0.1:{server.port}/small"
    for number in (1, count):
        with open(f"{setup.directory}/urls-{number}", "w") as file:
            file.write(f'url = "{url}"\n' * number)
    times = {name: [] for name in NAMES}
    try:
        for _ in range(setup.pairs):
            times["curl -K"].append(run_curl(pinned, setup.directory, count))
            for name in OURS:
                times[name].append(run_ours(pinned, program, name, url, count))
    finally:
        server.end()
    for name, title in NAMES.items():
        walls, processors = zip(*times[name])
        ratios = [ratio(times[other], times[name]) for other in ("curl -K", "urlsession")]
        section.row(title, f"{median(walls):.1f}", f"{min(walls):.1f}", f"{median(processors):.1f}", *ratios)
    section.note(
        f"{setup.pairs} rounds of {count} requests each in the order of the table, client and server (nginx, one worker) on one "
        f"processor. A ratio is the median of the rounds' ratios (smallest to largest); above 1 is quicker. Processor time is the "
        "client's alone.")
    return section


def ratio(others, times):
    """How many times the others' rate, round by round."""
    ratios = [other[0] / mine[0] for other, mine in zip(others, times)]
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
