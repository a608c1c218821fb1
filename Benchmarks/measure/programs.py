"""What the measurements of the library share: its programs, and nginx to send to."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import time

from measure.report import median
from measure.setup import HERE

NGINX = """{user}worker_processes 1; daemon off; pid {directory}/nginx.pid; error_log {directory}/nginx.log;
events {{ worker_connections 256; }}
http {{
    access_log off; sendfile on; keepalive_requests 1000000000; client_max_body_size 0;
    client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy; fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi; scgi_temp_path {directory}/scgi;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            default_type application/json;
            return 200 '{{"id":1,"name":"Ada Lovelace","email":"ada@example.com"}}';
        }}
        location /files/ {{ root {directory}; dav_methods PUT; }}
    }}
}}
"""


def missing():
    """What is not here and has to be; none: ready."""
    return [name for name in ("nginx", "curl", "taskset", "swift") if not shutil.which(name)]


def build(name):
    done = subprocess.run(["swift", "build", "--package-path", HERE, "-c", "release"], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return f"{HERE}/.build/release/{name}"


class Server:
    """nginx with one worker, on the given processors: small answers at /small, files in and out at /files/."""

    def __init__(self, directory, processors):
        self.directory = directory
        os.makedirs(f"{directory}/files", exist_ok=True)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/small"
        user = f"user {getpass.getuser()}; " if os.geteuid() == 0 else ""
        with open(f"{directory}/nginx.conf", "w") as file:
            file.write(NGINX.format(user=user, directory=directory, port=self.port))
        command = ["taskset", "-c", processors, "nginx", "-c", f"{directory}/nginx.conf", "-e", f"{directory}/nginx.log"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self._wait_until_it_listens()

    def _wait_until_it_listens(self):
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)
        raise TimeoutError("nginx does not listen")

    def write_urls(self, *counts):
        """Files for `curl -K`, so many URLs each."""
        for count in counts:
            with open(f"{self.directory}/urls-{count}", "w") as file:
                file.write(f'url = "{self.url}"\n' * count)

    def urls(self, count):
        return f"{self.directory}/urls-{count}"

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def timed(command):
    """(wall, processor) seconds of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def run_curl(command, server, count):
    """(wall, processor) microseconds of a request, without curl's own start."""
    whole = timed([*command, "-s", "-K", server.urls(count)])
    start = timed([*command, "-s", "-K", server.urls(1)])
    return [(a - b) / (count - 1) * 1e6 for a, b in zip(whole, start)]


def numbers(command):
    """What a program of ours prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def ratio(others, times):
    """How many times the others' rate, round by round; each round is a list that begins with its time."""
    ratios = [other[0] / mine[0] for other, mine in zip(others, times)]
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
