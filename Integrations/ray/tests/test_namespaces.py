#!/usr/bin/env python3
"""Sets a catalogue on two Ray nodes that are hosts of their own: two network namespaces, and a cable between them.

    PAGINATE=.build/release/paginate python3 Integrations/ray/tests/test_namespaces.py

Needs root and `ip netns`; without them, all is skipped. It takes about two minutes.
"""
import os
import pathlib
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from test_run import PROGRAM, Case

#: The hosts: their namespaces, ends of the cable, and addresses, which only they can reach.
NAMES = (f"paginator-{os.getpid()}-a", f"paginator-{os.getpid()}-b")
ENDS = (f"pga{os.getpid() % 100_000}", f"pgb{os.getpid() % 100_000}")
ADDRESSES = ("10.231.77.1", "10.231.77.2")
PORT = 6399

#: A node that does not answer is dead after some seconds, not after half a minute.
HEALTH = {
    "RAY_health_check_initial_delay_ms": "1000", "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "1000", "RAY_health_check_failure_threshold": "4",
    "RAY_worker_niceness": "0"}

#: Between hosts, Ray wants a token.
TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True)


def reason_to_skip():
    """Why there can be no hosts here; None if there can."""
    try:
        made = ip("netns", "add", NAMES[0])
    except OSError:
        return "there is no command \"ip\""
    if made.returncode:
        return f"no network namespace: {made.stderr.strip()}"
    ip("netns", "del", NAMES[0])
    return None


class Namespaces(Case):
    @classmethod
    def start(cls):
        reason = reason_to_skip()
        if reason:
            raise unittest.SkipTest(reason)

    def setUp(self):
        super().setUp()
        self.addCleanup(self.remove)
        for name in NAMES:
            self.assertEqual(ip("netns", "add", name).returncode, 0)
        made = ip("link", "add", ENDS[0], "netns", NAMES[0], "type", "veth", "peer", "name", ENDS[1], "netns", NAMES[1])
        self.assertEqual(made.returncode, 0, made.stderr)
        for name, end, address in zip(NAMES, ENDS, ADDRESSES):
            for words in (("addr", "add", f"{address}/24", "dev", end), ("link", "set", end, "up"),
                          ("link", "set", "lo", "up")):
                self.assertEqual(ip("-n", name, *words).returncode, 0)
        for number, name in enumerate(NAMES):
            # The paths of Ray's sockets are long, and may have 107 bytes.
            folder = tempfile.mkdtemp(prefix="pr", dir="/tmp")
            self.addCleanup(subprocess.run, ["rm", "-rf", folder])
            place = ["--head", f"--port={PORT}", "--include-dashboard=false"] if number == 0 else [
                f"--address={ADDRESSES[0]}:{PORT}"]
            start = self.on(
                number, [
                    sys.executable, "-m", "ray.scripts.scripts", "start", *place, "--num-cpus=1", "--disable-usage-stats",
                    f"--node-ip-address={ADDRESSES[number]}", f"--temp-dir={folder}"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            output, _ = start.communicate(timeout=90)
            self.assertEqual(start.returncode, 0, output)

    def on(self, number, command, **options):
        """Starts a command on a host."""
        return subprocess.Popen(
            ["ip", "netns", "exec", NAMES[number], *map(str, command)], env={**os.environ, **HEALTH, **TOKEN}, **options)

    def remove(self):
        """Ends what runs on the hosts, and removes them."""
        for name in NAMES:
            for process in ip("netns", "pids", name).stdout.split():
                os.kill(int(process), signal.SIGKILL)
            ip("netns", "del", name)

    def driver(self, *more):
        return self.on(
            0, [
                sys.executable, "-m", "paginator_ray", "run", self.manifest, "--out", self.path / "ray", "--program",
                PROGRAM, "--workers", "2", "--address", f"{ADDRESSES[0]}:{PORT}", *more],
            stderr=subprocess.PIPE, text=True)

    def children(self, number):
        """The `paginate` processes of a host's worker."""
        found = []
        for process in ip("netns", "pids", NAMES[number]).stdout.split():
            try:
                command = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
            except OSError:
                continue
            if command[:3] == [PROGRAM, "batch", "-"]:
                found.append(int(process))
        return found

    def wait_for_children(self, numbers=(0, 1)):
        limit = time.monotonic() + 60
        while not all(self.children(number) for number in numbers):
            self.assertLess(time.monotonic(), limit, "no worker sets books")
            time.sleep(0.05)

    def test_cut_cable(self):
        """The second host cannot be reached any more, while both set books: the first one sets the rest."""
        self.slow(("novel", "pocket", "large-print"))
        driver = self.driver()
        self.wait_for_children()
        time.sleep(0.5)
        self.assertIsNone(driver.poll())
        self.assertEqual(ip("-n", NAMES[1], "link", "set", ENDS[1], "down").returncode, 0)
        _, errors = driver.communicate(timeout=240)
        self.assertEqual(driver.returncode, 1, errors)
        self.once("ray")
        self.assertEqual(self.table("ray"), self.one_machine())

    def test_killed_driver_and_child(self):
        """A worker's process dies, then the driver; the cluster lives, and another driver goes on."""
        self.slow(("novel", "pocket", "large-print"))
        driver = self.driver()
        self.wait_for_children()
        os.kill(self.children(1)[0], signal.SIGKILL)
        time.sleep(1)
        self.assertIsNone(driver.poll())
        # `ip netns exec` becomes the command.
        driver.kill()
        driver.communicate()
        again = self.driver("--resume")
        _, errors = again.communicate(timeout=240)
        self.assertEqual(again.returncode, 1, errors)
        self.once("ray")
        self.assertEqual(self.table("ray"), self.one_machine())


if __name__ == "__main__":
    unittest.main()
