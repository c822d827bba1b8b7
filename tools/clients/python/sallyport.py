"""Run Python that an agent wrote: judged first, then supervised.

    from sallyport import Sandbox

    with Sandbox(profile="data") as sandbox:
        sandbox.run_code("x = 6 * 7")
        print(sandbox.run_code("x").text)               # 42

One file, nothing but the standard library, Python 3.9 or later. It drives the
program `sallyport`, which does all the judging; this file has no policy.

An exception means that the sandbox failed (`SandboxError`). What the code did,
or was refused, is never one: it is in the `Execution` that comes back.
"""
from __future__ import annotations

import asyncio
import base64
import dataclasses
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse
from typing import IO, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union

__version__ = "1.0.0"
__all__ = ["AsyncSandbox", "Error", "Execution", "File", "Logs", "Report", "Result", "Sandbox", "SandboxError", "Verdict"]

Bytes = Union[bytes, str]
Heard = Callable[[Dict[str, Any]], None]
START_SECONDS = 60


class SandboxError(Exception):
    """The sandbox failed: it is not installed, could not start, or died. The code is not to blame."""


@dataclasses.dataclass(frozen=True)
class Error:
    """What ended the code, as Python tells it; or `Blocked` or `Held`: the gate refused it, `value` says why."""
    name: str
    value: str
    traceback: str


@dataclasses.dataclass(frozen=True)
class Logs:
    """What was printed: lists of lines, each with its end."""
    stdout: List[str]
    stderr: List[str]


class Result:
    """A value with every representation that it has: `text html markdown latex svg png jpeg pdf json javascript data
    chart`; None where it has no such one. Pictures are base64 texts, as in E2B's `Result`; `bytes()` decodes."""

    KEYS = ("text", "html", "markdown", "latex", "svg", "png", "jpeg", "pdf", "json", "javascript", "data", "chart")
    text: Optional[str]
    html: Optional[str]
    markdown: Optional[str]
    latex: Optional[str]
    svg: Optional[str]
    png: Optional[str]
    jpeg: Optional[str]
    pdf: Optional[str]
    json: Any
    javascript: Optional[str]
    data: Any
    chart: Any

    def __init__(self, given: Mapping[str, Any]):
        self.is_main_result: bool = bool(given.get("is_main_result"))
        self.raw = dict(given)
        for key in self.KEYS:
            setattr(self, key, given.get(key))

    def formats(self) -> List[str]:
        return [key for key in self.KEYS if getattr(self, key) is not None]

    def bytes(self, key: str = "png") -> bytes:
        """The bytes of a picture or of a PDF."""
        value = getattr(self, key)
        if value is None:
            raise KeyError("this result has no %s, only %s" % (key, ", ".join(self.formats())))
        return base64.b64decode(value)

    def save(self, path: Union[str, "os.PathLike[str]"], key: str = "png") -> None:
        with open(path, "wb") as file:
            file.write(self.bytes(key))

    def __repr__(self) -> str:
        return "Result(%s)" % ", ".join(self.formats())


@dataclasses.dataclass(frozen=True)
class File:
    """A file of the work folder that is new or changed."""
    path: str
    size: int
    sha256: Optional[str]
    _read: Callable[[str], bytes] = dataclasses.field(repr=False, compare=False)

    def read(self) -> bytes:
        return self._read(self.path)


class Execution:
    """What came of one piece of code. `document` is all that the program told."""

    def __init__(self, document: Dict[str, Any], read: Callable[[str], bytes], restarted: bool = False):
        self.document = document
        self.status: str = document["status"]
        self.summary: str = document["summary"]
        self.text: Optional[str] = document["text"]
        self.results: List[Result] = [Result(given) for given in document["results"]]
        logs = document["logs"]
        self.logs = Logs(logs["stdout"], logs["stderr"])
        error = document["error"]
        if error is not None:
            self.error: Optional[Error] = Error(error["name"], error["value"], error["traceback"])
        elif self.status in ("blocked", "held"):
            self.error = Error(self.status.capitalize(), self.summary, "")
        else:
            self.error = None
        self.violations: List[Dict[str, Any]] = document["violations"]
        self.limit: Optional[Dict[str, Any]] = document["limit"]
        self.verdict: Optional[Dict[str, Any]] = document["verdict"]
        self.files: List[File] = [File(f["path"], f.get("size", 0), f.get("sha256"), read) for f in document["files"]]
        #: True: the session before had ended, this began a new one, and no names of it are left.
        self.restarted = restarted

    @property
    def ok(self) -> bool:
        return self.status == "completed"

    @property
    def figures(self) -> List[Result]:
        """The results that have a picture."""
        return [result for result in self.results if result.png or result.svg or result.jpeg]

    def __repr__(self) -> str:
        return "Execution(%s)" % self.summary


class Verdict:
    """What the gate says of code that is not run: `decision` is allow, hold or block."""

    def __init__(self, document: Dict[str, Any]):
        self.document = document
        self.decision: str = document["decision"]
        self.findings: List[Dict[str, Any]] = document["findings"]

    @property
    def ok(self) -> bool:
        return self.decision == "allow"

    def __repr__(self) -> str:
        return "Verdict(%s, %d findings)" % (self.decision, len(self.findings))


class Report:
    """What came of a model's answer: its blocks of Python, run in order until one is refused or fails."""

    def __init__(self, executions: List[Execution], blocks: int):
        self.executions = executions
        self.blocks = blocks

    @property
    def ok(self) -> bool:
        return len(self.executions) == self.blocks and all(e.ok for e in self.executions)

    @property
    def text(self) -> str:
        """To give back to the model: what was printed, what came out, why it stopped."""
        if self.blocks == 0:
            return "no block of Python in this answer"
        parts = []
        for number, execution in enumerate(self.executions, 1):
            parts.append("[block %d of %d: %s]" % (number, self.blocks, execution.summary))
            parts += [line.rstrip("\n") for line in execution.logs.stdout + execution.logs.stderr]
            if execution.text is not None:
                parts.append(execution.text)
            for kind in ("png", "svg", "jpeg"):
                pictures = sum(getattr(result, kind) is not None for result in execution.results)
                if pictures:
                    parts.append("[%d picture%s]" % (pictures, "s" if pictures > 1 else ""))
                    break
        if len(self.executions) < self.blocks:
            parts.append("[blocks %d to %d were not run]" % (len(self.executions) + 1, self.blocks))
        return "\n".join(parts)

    def __repr__(self) -> str:
        return "Report(%d of %d blocks, ok=%s)" % (len(self.executions), self.blocks, self.ok)


FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})[ \t]*([^\n`]*)\n(.*?)(?:^[ \t]*\2[`~]*[ \t]*$|\Z)", re.M | re.S)


def blocks_of(markdown: str) -> List[str]:
    """The blocks of a Markdown text that are Python, without the indent of their fence."""
    found = []
    for indent, _, word, text in FENCE.findall(markdown):
        if word.strip().split(" ")[0].lower().strip("{}.") in ("python", "py", "python3"):
            found.append(re.sub("^" + re.escape(indent), "", text, flags=re.M) if indent else text)
    return found


def _encode(code: Bytes) -> bytes:
    return code if isinstance(code, bytes) else code.encode("utf-8", "surrogatepass")


def _whole(answer: IO[bytes], heard: Optional[Heard]) -> bytes:
    """All that is answered; of a stream its document, and the lines before it are told of as they come."""
    if heard is None:
        return answer.read()
    for line in answer:
        try:
            said = json.loads(line)
        except ValueError:
            break               # it was cut off
        if said.get("type", "document") == "document":
            return line
        heard(said)
    return b""


class _Service:
    """Sessions of `sallyport serve`, asked for as a pool's own are."""

    def __init__(self, url: str, key: Optional[str]):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SandboxError("url: want http://HOST:PORT of a service")
        self._parts, self._headers = parts, {"X-API-Key": key} if key is not None else {}

    def send(self, method: str, path: str, body: Optional[bytes] = None, heard: Optional[Heard] = None) -> "tuple[int, bytes]":
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        peer = kind(self._parts.hostname or "", self._parts.port)
        try:
            peer.request(method, self._parts.path.rstrip("/") + path, body, self._headers)
            answer = peer.getresponse()
            data = _whole(answer, heard if answer.status < 300 else None)
        except http.client.HTTPException as error:
            raise SandboxError("the service broke off: %r" % error) from None
        finally:
            peer.close()
        return answer.status, data

    def ask(self, session: Optional[str], head: Mapping[str, Any], data: bytes = b"", heard: Optional[Heard] = None) -> bytes:
        what, body = head["do"], None
        method, path = "POST", "/v1/sessions"
        if session is not None:
            path += "/" + session
        if what == "run":
            try:
                given = {**{name: value for name, value in head.items() if name != "do"}, "code": data.decode("utf-8")}
            except UnicodeDecodeError:
                raise SandboxError("a service takes code in UTF-8 alone") from None
            path, body = path + "/run", json.dumps(given).encode()
        elif what == "interrupt":
            path += "/interrupt"
        elif what == "close":
            method = "DELETE"
        elif what in ("files", "put", "get", "remove"):
            method, path = {"files": "GET", "put": "PUT", "get": "GET", "remove": "DELETE"}[what], path + "/files"
            if what != "files":
                path += "/" + urllib.parse.quote(head["name"], safe="")
            body = data if what == "put" else None
        status, said = self.send(method, path, body, heard)
        if status < 300:
            return b'{"error":null}\n' + said if what in ("get", "close") else said
        try:
            why = json.loads(said)["detail"]
        except (ValueError, KeyError, TypeError):
            why = "the service answered %d" % status
        if status == 404 and why.startswith("no such session"):
            raise FileNotFoundError(why)
        if status not in (400, 404, 409) or session is None:
            raise SandboxError(why)
        return json.dumps({"error": {"value": why} if what == "run" else why}).encode()


class Files:
    """Files of the work folder, where the code starts. Names are without folders for what is written."""

    def __init__(self, sandbox: "Sandbox"):
        self._sandbox = sandbox

    def write(self, name: str, data: Bytes) -> None:
        self._sandbox._file("put", name, _encode(data))

    def read(self, path: str) -> bytes:
        return self._sandbox._file("get", path)[1]

    def remove(self, path: str) -> None:
        self._sandbox._file("remove", path)

    def list(self) -> List[File]:
        answer, _ = self._sandbox._file("files", None)
        return [File(f["path"], f.get("size", 0), f.get("sha256"), self.read) for f in answer["files"]]


class Sandbox:
    """Code runs in one session: names, imports and files are there for the next piece.

    profile   minimal, data (the default: numpy, pandas, matplotlib ...), extended, or a table's path
    preload   modules that are loaded before any code comes
    timeout   seconds that each piece of code may take
    options   words for `sallyport pool`: ["--memory", "2G", "--audit", "/var/log/agent.log"]
    program   where the program is; else $SALLYPORT, else `sallyport` on PATH
    idle      seconds after which a session without work ends
    url, key  of a service (`sallyport serve`), whose profile and limits hold; then nothing is started here

    Usable from several threads, one piece of code at a time. Use it as a context manager, or call close().
    """

    def __init__(self, profile: str = "data", *, preload: Sequence[str] = (), timeout: Optional[float] = None,
                 options: Sequence[str] = (), program: Optional[str] = None, idle: float = 3600,
                 url: Optional[str] = None, key: Optional[str] = None):
        self._service = _Service(url, key) if url is not None else None
        self._lock = threading.Lock()
        self._session: Optional[str] = None
        self._lost = False
        self._folder: Optional[str] = None
        self._closed = False
        self.profile, self.timeout = profile, timeout
        self.files = Files(self)
        if self._service is not None:
            try:
                self._open()
            except OSError as error:
                raise SandboxError("%s: %s" % (url, error.strerror or error)) from None
            return
        found = program or os.environ.get("SALLYPORT") or shutil.which("sallyport")
        if found is None:
            raise SandboxError("there is no program `sallyport` on PATH; install it, or give program=")
        self._program = found
        self._folder = tempfile.mkdtemp(prefix="sallyport-")
        self._socket = os.path.join(self._folder, "s")
        self._errors = tempfile.TemporaryFile()
        # However this process ends, the pool's input does, and with that the pool.
        words = [found, "pool", "--until-eof", "--profile", profile, "--ready", "1", "--sessions", "2", "--cells", "100000",
                 "--session-time", "86400s", "--session-idle", "%ds" % max(1, int(idle))]
        for module in preload:
            words += ["--preload", module]
        try:
            self._pool = subprocess.Popen([*words, *options, self._socket], stdin=subprocess.PIPE,
                                          stdout=subprocess.DEVNULL, stderr=self._errors)
            self._wait_until_there()
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise SandboxError("%s: %s" % (found, error.strerror)) from None
            raise

    def _wait_until_there(self) -> None:
        until = time.monotonic() + START_SECONDS
        while self._pool.poll() is None and time.monotonic() < until:
            # The socket is there before the first run is.
            try:
                self._open()
                return
            except OSError:
                time.sleep(.01)
        raise SandboxError(self._why())

    def _why(self) -> str:
        if self._service is not None:
            return "the service is not there"
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "the program ended without a word"

    # One request, and all that is answered.
    def _ask(self, session: Optional[str], head: Mapping[str, Any], data: bytes = b"", heard: Optional[Heard] = None) -> bytes:
        if self._service is not None:
            return self._service.ask(session, head, data, heard)
        path = self._socket + (".sessions/" + session if session is not None else "")
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(path)
            peer.sendall(json.dumps({**head, "bytes": len(data)}).encode() + b"\n" + data)
            with peer.makefile("rb") as answer:
                return _whole(answer, heard)

    def _open(self) -> None:
        answer = json.loads(self._ask(None, {"do": "open"}) or b"{}")
        if not answer.get("session"):
            raise SandboxError(str(answer.get("error") or self._why()))
        self._session = answer["session"]

    def _talk(self, head: Mapping[str, Any], data: bytes = b"", heard: Optional[Heard] = None) -> bytes:
        if self._closed:
            raise SandboxError("this sandbox is closed")
        for _ in range(2):
            if self._session is None:
                try:
                    self._open()
                except OSError:
                    raise SandboxError(self._why()) from None
                self._lost = True
            try:
                answer = self._ask(self._session, head, data, heard)
            except (FileNotFoundError, ConnectionRefusedError):
                self._session = None        # it ended while nobody asked
                continue
            except OSError as error:
                self._session = None
                raise SandboxError("the session died: %s" % error.strerror) from None
            if not answer:
                self._session = None
                raise SandboxError("the session died without an answer")
            return answer
        raise SandboxError("sessions end as soon as they are opened: " + self._why())

    def _file(self, what: str, name: Optional[str], data: bytes = b"") -> Any:
        with self._lock:
            head, _, rest = self._talk({"do": what, **({"name": name} if name is not None else {})}, data).partition(b"\n")
            answer = json.loads(head)
            if answer.get("error"):
                raise FileNotFoundError(answer["error"]) if what in ("get", "remove") else SandboxError(answer["error"])
            return answer, rest

    def run_code(self, code: Bytes, *, files: Optional[Mapping[str, Bytes]] = None, timeout: Optional[float] = None,
                 env: Optional[Mapping[str, str]] = None, name: Optional[str] = None,
                 label: Optional[str] = None, on_stdout: Optional[Callable[[str], Any]] = None,
                 on_stderr: Optional[Callable[[str], Any]] = None,
                 on_result: Optional[Callable[[Result], Any]] = None) -> Execution:
        """Judge it and run it behind what ran before. `files` are written first, `env` is for this code alone.

        `on_stdout` and `on_stderr` get what is printed as it comes, `on_result` what is displayed; what one of them
        raises interrupts the code, and is raised here once that has ended.
        """
        for file, data in (files or {}).items():
            self.files.write(file, data)
        head: Dict[str, Any] = {"do": "run"}
        seconds = timeout if timeout is not None else self.timeout
        if seconds is not None:
            head["time_ms"] = max(1, int(seconds * 1000))
        for key, value in (("env", dict(env) if env else None), ("name", name), ("label", label)):
            if value is not None:
                head[key] = value
        calls: Dict[str, Optional[Callable[[Any], Any]]] = {
            "stdout": on_stdout, "stderr": on_stderr, "result": on_result, "update": on_result}
        head.update({"stream": True} if any(calls.values()) else {})
        raised: List[BaseException] = []

        def heard(line: Dict[str, Any]) -> None:
            kind, _ = line.pop("type"), line.pop("time_ms", None)
            call = calls.get(kind)
            if call is None or raised:
                return
            try:
                call(line["text"] if kind.startswith("std") else Result(line))
            except BaseException as error:
                raised.append(error)
                self.interrupt()

        with self._lock:
            self._lost = False
            document = json.loads(self._talk(head, _encode(code), heard if "stream" in head else None))
            if raised:
                raise raised[0]
            if document.get("status", "error") == "error":
                error = document.get("error")
                raise SandboxError(error["value"] if isinstance(error, dict) else str(error))
            if (document.get("session") or {}).get("ended"):
                self._session = None
            return Execution(document, self.files.read, self._lost)

    def run_answer(self, markdown: str, **options: Any) -> Report:
        """Run the blocks of Python in a model's answer, in order, until one is refused or fails."""
        blocks, executions = blocks_of(markdown), []
        for block in blocks:
            executions.append(self.run_code(block, **options))
            if not executions[-1].ok:
                break
        return Report(executions, len(blocks))

    def check(self, code: Bytes) -> Verdict:
        """What the gate says of it alone; nothing is run."""
        if self._service is not None:
            status, said = self._service.send("POST", "/v1/check", json.dumps({"code": _encode(code).decode()}).encode())
            if status != 200:
                raise SandboxError(json.loads(said)["detail"])
            return Verdict(json.loads(said)["submissions"][0])
        done = subprocess.run([self._program, "check", "--profile", self.profile, "--format", "json", "-"],
                              input=_encode(code), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            return Verdict(json.loads(done.stdout)["submissions"][0])
        except (ValueError, KeyError, IndexError):
            raise SandboxError(done.stderr.decode("utf-8", "replace").strip() or "no verdict came") from None

    def interrupt(self) -> None:
        """KeyboardInterrupt in the code that runs, for another thread to call; names survive."""
        session = self._session
        if session is not None:
            try:
                self._ask(session, {"do": "interrupt"})
            except (OSError, SandboxError):
                pass

    def restart(self) -> None:
        """End the session; the next code begins a new one."""
        with self._lock:
            if self._session is not None:
                try:
                    self._ask(self._session, {"do": "close"})
                except (OSError, SandboxError):
                    pass
            self._session = None

    def close(self) -> None:
        if self._service is not None:
            if not self._closed:
                self.restart()
            self._closed = True
            return
        self._closed = True
        folder, self._folder = self._folder, None
        pool = getattr(self, "_pool", None)
        if pool is not None and pool.poll() is None:
            pool.send_signal(signal.SIGTERM)
            try:
                pool.wait(30)
            except subprocess.TimeoutExpired:
                pool.kill()
                pool.wait()
        if pool is not None:
            pool.stdin.close()
        self._errors.close()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class AsyncSandbox:
    """The same, awaited: `async with AsyncSandbox() as sandbox: await sandbox.run_code("1 + 1")`.

    A call that is cancelled interrupts the code. `on_stdout` and its like are called in the event loop, and may be `async`.
    """

    def __init__(self, *args: Any, **options: Any):
        self._given = args, options
        self._sandbox: Optional[Sandbox] = None

    async def _call(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, lambda: function(*args, **options))

    async def start(self) -> "AsyncSandbox":
        if self._sandbox is None:
            self._sandbox = await self._call(Sandbox, *self._given[0], **self._given[1])
        return self

    async def _started(self) -> Sandbox:
        await self.start()
        assert self._sandbox is not None
        return self._sandbox

    async def _run(self, name: str, text: Bytes, options: Mapping[str, Any]) -> Any:
        sandbox = await self._started()
        loop = asyncio.get_running_loop()

        def here(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
            async def run(value: Any) -> None:
                done = call(value)
                if asyncio.iscoroutine(done):
                    await done
            return lambda value: asyncio.run_coroutine_threadsafe(run(value), loop).result()

        options = {key: here(value) if key.startswith("on_") and value else value for key, value in options.items()}
        try:
            return await self._call(getattr(sandbox, name), text, **options)
        except asyncio.CancelledError:
            sandbox.interrupt()
            raise

    async def run_code(self, code: Bytes, **options: Any) -> Execution:
        return await self._run("run_code", code, options)

    async def run_answer(self, markdown: str, **options: Any) -> Report:
        return await self._run("run_answer", markdown, options)

    async def check(self, code: Bytes) -> Verdict:
        return await self._call((await self._started()).check, code)

    async def write_file(self, name: str, data: Bytes) -> None:
        await self._call((await self._started()).files.write, name, data)

    async def read_file(self, path: str) -> bytes:
        return await self._call((await self._started()).files.read, path)

    async def list_files(self) -> List[File]:
        return await self._call((await self._started()).files.list)

    async def remove_file(self, path: str) -> None:
        await self._call((await self._started()).files.remove, path)

    async def restart(self) -> None:
        await self._call((await self._started()).restart)

    async def close(self) -> None:
        if self._sandbox is not None:
            await self._call(self._sandbox.close)
            self._sandbox = None

    async def __aenter__(self) -> "AsyncSandbox":
        return await self.start()

    async def __aexit__(self, *_: Any) -> None:
        await self.close()
