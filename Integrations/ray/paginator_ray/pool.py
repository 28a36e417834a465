"""The workers of a run, and what each of them has to do."""
from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Iterator

import ray

from .cost import MEMORY, Need
from .worker import Answer, Settings, Worker

if TYPE_CHECKING:
    from .driver import Job

#: Seconds for which a worker whose disk is full gets no unit, if there are others.
REST = 30.0

#: Seconds after which a worker that waits for memory or processors is started with less, and for which units wait for a worker that
#: starts, if the ones that run are not good for them.
PATIENCE = 60.0

#: How often in a row a worker may fail to start.
STARTS = 5


class Slot:
    """A worker: one that is starting has no node."""

    def __init__(self, settings: Settings, out: str, need: Need) -> None:
        self._settings = settings
        self._out = out
        self.rests_until = 0.0
        self.failures = 0
        self.start(need)

    def start(self, need: Need) -> None:
        """Starts a worker for which Ray reserves this."""
        self.need = need
        # Ray's decorator adds the method.
        self.actor = Worker.options(  # type: ignore[attr-defined]
            num_cpus=need.processors, memory=need.memory << 20).remote(self._settings, self._out, need.processors)
        self.starting: Any = self.actor.ready.remote()
        self.since = time.monotonic()
        self.node: str | None = None
        #: The jobs by their references, in the order in which they are done.
        self.jobs: dict[Any, "Job"] = {}
        self.is_alone = False

    def restart(self, need: Need) -> None:
        """Replaces a worker that has nothing to do."""
        ray.kill(self.actor)
        self.start(need)

    def set(self, job: "Job", alone: bool = False) -> None:
        """Gives the worker a unit."""
        # The dashboard shows the name.
        self.jobs[self.actor.set.options(name=job.unit.name).remote(job.unit)] = job
        self.is_alone = alone


class Pool:
    """Starts workers and replaces those that die."""

    def __init__(self, settings: Settings, out: str) -> None:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        count = settings.workers or max(1, int(resources.get("CPU", 1)))
        nodes = [node["Resources"] for node in ray.nodes()  # type: ignore[no-untyped-call]
                 if node["Alive"]]
        self._most = Need(
            max(1, int(max((node.get("memory", 0) for node in nodes), default=0)) >> 20),
            max(1, int(max((node.get("CPU", 1) for node in nodes), default=1))))
        self._least = Need(max(1, min(MEMORY, int(resources.get("memory", 0) / count * 0.8) >> 20)))
        self._slots = [Slot(settings, out, self._least) for _ in range(count)]

    @property
    def is_busy(self) -> bool:
        """Whether a worker has something to do."""
        return any(slot.jobs for slot in self._slots)

    def has_other(self, nodes: frozenset[str]) -> bool:
        """Whether there is a worker on another node, or one may soon be there."""
        return self._is_starting or any(slot.node and slot.node not in nodes for slot in self._slots)

    @property
    def _is_starting(self) -> bool:
        now = time.monotonic()
        return any(not slot.node and now - slot.since < PATIENCE for slot in self._slots)

    def free(self) -> list[Slot]:
        """The workers that may get a unit: first those with nothing to do, then those with one unit, so that none
        has to wait for the driver."""
        now = time.monotonic()
        running = [slot for slot in self._slots if slot.node]
        rested = [slot for slot in running if slot.rests_until <= now]
        if not rested and not self._is_starting:
            rested = running
        return [slot for depth in (0, 1) for slot in rested if len(slot.jobs) == depth and not slot.is_alone]

    def suits(self, slot: Slot, need: Need) -> bool:
        """Whether a worker has the memory and the processors for a unit, and no processors too many. If not, it is
        replaced as soon as it has nothing to do."""
        need = need.within(self._most)
        if slot.need.memory >= need.memory and slot.need.processors == need.processors:
            return True
        if not slot.jobs:
            slot.restart(Need(max(need.memory, self._least.memory), need.processors))
        return False

    def release(self, need: Need) -> None:
        """Has workers that wait for more processors than the next unit needs wait no longer."""
        for slot in self._slots:
            if not slot.node and slot.need.processors > need.processors:
                slot.restart(Need(max(need.memory, self._least.memory), need.processors))

    def wait(self) -> Iterator[tuple["Job", Answer | str | None, str]]:
        """Waits until something happens, and gives the jobs that are done: with the answer, or the reason why the
        worker died, and the node. A job without answer or reason was not begun."""
        owners = {reference: slot for slot in self._slots for reference in (*slot.jobs, slot.starting) if reference}
        if not owners:
            raise RuntimeError("no worker could be started")
        ready, _ = ray.wait(list(owners), num_returns=1, timeout=1.0)
        if ready and len(owners) > 64:
            ready, _ = ray.wait(list(owners), num_returns=len(owners), timeout=0)
        for reference in ready:
            slot = owners[reference]
            if reference is slot.starting:
                self._started(slot)
            elif reference in slot.jobs:
                yield from self._done(slot, reference)
        self._tend()

    def close(self) -> None:
        """Ends the workers."""
        closing = [slot.actor.close.remote() for slot in self._slots if slot.node]
        ray.wait(closing, num_returns=len(closing), timeout=20) if closing else None
        for slot in self._slots:
            ray.kill(slot.actor)

    def _started(self, slot: Slot) -> None:
        try:
            slot.node = ray.get(slot.starting)
            slot.starting = None
            slot.failures = 0
        except ray.exceptions.RayError as error:
            self._replace(slot, error)

    def _done(self, slot: Slot, reference: Any) -> Iterator[tuple["Job", Answer | str | None, str]]:
        node = slot.node or ""
        try:
            answer = _answer(reference)
        except ray.exceptions.RayError as error:
            # The worker or its node died. The first job without an answer was under way; the others lose no attempt.
            jobs = slot.jobs
            self._replace(slot, error)
            reason: str | None = f"the worker died: {type(error).__name__}"
            for other, job in jobs.items():
                try:
                    yield job, _answer(other), node
                except ray.exceptions.RayError:
                    yield job, reason, node
                    reason = None
            return
        job = slot.jobs.pop(reference)
        slot.is_alone = False
        if isinstance(answer, Answer) and answer.is_unfit:
            slot.rests_until = time.monotonic() + REST
        yield job, answer, node

    def _replace(self, slot: Slot, error: Exception) -> None:
        slot.failures += 1
        if slot.failures < STARTS:
            slot.start(self._least)
            return
        self._slots.remove(slot)
        if not self._slots:
            reason = str(error).strip().rsplit("\n", 1)[-1]
            raise RuntimeError(f"no worker could be started: {reason}") from None

    def _tend(self) -> None:
        """Starts workers with less if they wait for more than there is."""
        now = time.monotonic()
        for slot in self._slots:
            if not slot.node and slot.need.within(self._least) != slot.need and now - slot.since > PATIENCE:
                slot.restart(self._least)


def _answer(reference: Any) -> Answer | str:
    """The answer, or the message of a fault in the worker's code. Raises RayError if the worker died."""
    try:
        answer: Answer = ray.get(reference, timeout=10)
        return answer
    except ray.exceptions.RayTaskError as error:
        return str(error).strip().rsplit("\n", 1)[-1]
