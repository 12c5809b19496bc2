"""Compiling beside: once, whoever asks, and with a line that says so."""

import os
import subprocess
import sys
from pathlib import Path

import branchline
from branchline.compiler.target import FEATURES, NAME
from branchline.kinds import KINDS
from branchline.warm.jobs import SECONDS, Job, Part, jobs
from branchline.warm.lock import Lock

HOLD = "import sys; from branchline.warm.lock import Lock; from pathlib import Path; "
HOLD += "lock = Lock(Path(sys.argv[1])); print(lock.take(), flush=True); sys.stdin.read()"
VIEW = "from branchline.warm.jobs import Job, Part; from branchline.warm.line import prepare_jobs; "
VIEW += "prepare_jobs([Job('cards', Part.RULES, 'view')])"
WORK = "runpy.run_module('branchline.warm.worker', run_name='__main__')"
ASK = "from branchline.warm.jobs import Job, Part; print(Job('cards', Part.RULES, 'view').mark)"


def python(code: str, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Python in a process of its own."""
    env = os.environ | {"PYTHONPATH": str(Path(branchline.__file__).parents[1])} | environment
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )


def test_numba_may_be_imported_first(tmp_path: Path) -> None:
    """It then compiles for this very processor, and so must the processes beside."""
    env = {NAME: "", FEATURES: "", "BRANCHLINE_CACHE": str(tmp_path)}
    with python(f"import os; del os.environ[{NAME!r}], os.environ[{FEATURES!r}]; import numba; {VIEW}", **env) as one:
        try:
            assert one.wait(120) == 0
        finally:
            one.kill()


def test_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with python(HOLD, str(path)) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "True\n"
        mine = Lock(path)
        assert not mine.take()
        holder.kill()
        holder.wait()
        other = Lock(path)
        assert mine.take()
        assert not other.take()
        mine.leave()
        assert other.take()
        other.leave()


def test_while_another_process_compiles_one_waits_and_says_so(tmp_path: Path) -> None:
    cache = {"BRANCHLINE_CACHE": str(tmp_path)}
    other = Lock(tmp_path / "compiling.lock")
    assert other.take()
    with python(VIEW, **cache) as waiting:
        assert waiting.stderr
        assert "Compiling the rules, once for this version" in waiting.stderr.readline()
        assert "Another process is compiling the same" in waiting.stderr.readline()
        with python(ASK, **cache) as asking:
            mark = Path(asking.communicate()[0].strip())
        mark.parent.mkdir(exist_ok=True)
        mark.touch()
        assert waiting.wait(60) == 0
    other.leave()
    assert not list(tmp_path.rglob("*.nbc")), "what the other has compiled is not compiled again"


def test_when_the_other_process_is_gone_one_compiles(tmp_path: Path) -> None:
    other = Lock(tmp_path / "compiling.lock")
    assert other.take()
    with python(VIEW, BRANCHLINE_CACHE=str(tmp_path)) as waiting:
        assert waiting.stderr
        assert "Another process" in waiting.stderr.readline() + waiting.stderr.readline()
        other.leave()
        assert "Compiled in" in waiting.stderr.readline()
        assert waiting.wait(60) == 0
    assert len(list(tmp_path.rglob("*.nbc"))) == 4
    with python(VIEW, BRANCHLINE_CACHE=str(tmp_path)) as again:
        assert again.communicate()[1] == "", "what is compiled is not compiled again"


def test_every_job_has_its_calls_and_its_time() -> None:
    for kind in KINDS.values():
        asked = jobs(kind, *Part)
        assert len(asked) == sum(map(len, SECONDS.values()))
        assert all(job.seconds > 0 for job in asked)


def test_jobs_that_write_to_the_same_file_are_not_done_side_by_side() -> None:
    rules, plans = Part.RULES, Part.PLANNER
    assert Job("map", rules, "apply").disturbs(Job("cards", rules, "apply"))
    assert Job("map", plans, "decide").disturbs(Job("cards", Part.EXPERT, "search"))
    assert not Job("map", plans, "decide").disturbs(Job("map", Part.EXPERT, "search"))
    assert not Job("map", rules, "apply").disturbs(Job("cards", rules, "legal"))
    assert not Job("map", plans, "decide").disturbs(Job("cards", rules, "apply"))


def test_a_worker_whose_service_was_killed_ends_without_a_word() -> None:
    with python("import sys; sys.argv[1:] = ['0']; import runpy; " + WORK) as worker:
        assert worker.stdin
        assert worker.stdout
        worker.stdout.close()
        print(*Job("cards", Part.RULES, "view"), file=worker.stdin, flush=True)
        assert worker.wait(120) == 0
        assert worker.stderr
        assert worker.stderr.read() == ""
