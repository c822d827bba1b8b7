/*
 * Run Python that an agent wrote: judged first, then supervised. This drives
 * the program `sallyport`, or a service of it; it has no policy of its own.
 *
 * What is thrown means that the sandbox failed (SandboxError). What the code
 * did, or was refused, is in the Execution that comes back.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const LAUNCHER = fileURLToPath(new URL("./bin/sallyport", import.meta.url));
const START_MS = 60000;
const END_MS = 30000;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const bytesOf = (data) => (typeof data === "string" ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength));

export class SandboxError extends Error {
	name = "SandboxError";
}

/* The session that was asked is there no more. */
class Gone extends Error {}

/** A value with every representation that it has. */
export class Result {
	constructor(given) {
		Object.assign(this, given);
	}

	formats() {
		return FORMATS.filter((key) => this[key] !== null && this[key] !== undefined);
	}

	bytes(key = "png") {
		if (typeof this[key] !== "string")
			throw new TypeError(`this result has no ${key}, only ${this.formats().join(", ")}`);
		return Buffer.from(this[key], "base64");
	}

	save(path, key = "png") {
		writeFileSync(path, this.bytes(key));
	}
}

const FORMATS = ["text", "html", "markdown", "latex", "svg", "png", "jpeg", "pdf", "json", "javascript", "data", "chart"];

const fileOf = (given, read) => ({ path: given.path, size: given.size ?? 0, sha256: given.sha256 ?? null, read: () => read(given.path) });

/** What came of one piece of code; `document` is all that the program told. */
export class Execution {
	constructor(document, read, restarted) {
		const { status, summary, text, logs, violations, limit, verdict } = document;
		Object.assign(this, { status, summary, text, logs, violations, limit, verdict, restarted });
		Object.defineProperty(this, "document", { value: document });
		this.results = document.results.map((given) => new Result(given));
		this.error = document.error;
		if (this.error === null && (status === "blocked" || status === "held"))
			this.error = { name: status === "held" ? "Held" : "Blocked", value: summary, traceback: "" };
		this.files = document.files.map((given) => fileOf(given, read));
	}

	get ok() {
		return this.status === "completed";
	}

	get figures() {
		return this.results.filter((result) => result.png || result.svg || result.jpeg);
	}
}

/** What the gate says of code that is not run. */
export class Verdict {
	constructor(document) {
		this.document = document;
		this.decision = document.decision;
		this.findings = document.findings;
	}

	get ok() {
		return this.decision === "allow";
	}
}

/** What came of a model's answer: its blocks of Python, until one is refused or fails. */
export class Report {
	constructor(executions, blocks) {
		this.executions = executions;
		this.blocks = blocks;
	}

	get ok() {
		return this.executions.length === this.blocks && this.executions.every((one) => one.ok);
	}

	get text() {
		const ran = this.executions.length;
		if (this.blocks === 0)
			return "no block of Python in this answer";
		const parts = this.executions.flatMap((one, index) => [
			`[block ${index + 1} of ${this.blocks}: ${one.summary}]`,
			...[...one.logs.stdout, ...one.logs.stderr].map((line) => line.replace(/\n+$/, "")),
			...(one.text === null ? [] : [one.text]),
			...(one.figures.length === 0 ? [] : [`[${one.figures.length} picture${one.figures.length > 1 ? "s" : ""}]`]),
		]);
		if (ran < this.blocks)
			parts.push(`[blocks ${ran + 1} to ${this.blocks} were not run]`);
		return parts.join("\n");
	}
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\n`]*)\n([^]*?)(?:^[ \t]*\2[`~]*[ \t]*$|(?![^]))/gm;

/** The blocks of a Markdown text that are Python, without the indent of their fence. */
export function blocksOf(markdown) {
	return [...markdown.matchAll(FENCE)]
		.filter(([, , , word]) => /^[{.]*(python|py|python3)[}.]*( |$)/i.test(word.trim()))
		.map(([, indent, , , text]) => text.split("\n").map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join("\n"));
}

function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		throw new SandboxError("the session died in the middle of an answer");
	}
}

async function whole(answer) {
	const chunks = [];
	for await (const chunk of answer)
		chunks.push(chunk);
	return Buffer.concat(chunks);
}

async function* linesOf(answer) {
	let parts = [];
	for await (const chunk of answer) {
		let from = 0;
		for (let at; (at = chunk.indexOf(10, from)) >= 0; from = at + 1) {
			yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString();
			parts = [];
		}
		parts.push(chunk.subarray(from));
	}
	const rest = Buffer.concat(parts);
	if (rest.length > 0)
		yield rest.toString();
}

/* Pools that nobody closed end with this process. */
const pools = new Set();
process.on("exit", () => pools.forEach((pool) => pool.abandon()));

/* A pool of our own, asked by its sockets: a line of JSON, then bytes. */
class Pool {
	#program;
	#profile;
	#folder;
	#child;
	#errors;
	#ended;

	constructor({ program, profile, preload = [], options = [], idle = 3600 }) {
		this.#program = program ?? (process.env.SALLYPORT || LAUNCHER);
		this.#profile = profile;
		this.#folder = mkdtempSync(join(tmpdir(), "sallyport-"));
		/* The pool's folder has nothing but its socket: it removes both where this process cannot. */
		const errors = join(this.#folder, "errors");
		this.#errors = openSync(errors, "w+");
		rmSync(errors);
		const words = ["pool", "--until-eof", "--profile", profile, "--ready", "1", "--sessions", "2", "--cells", "100000",
			"--session-time", "86400s", "--session-idle", `${Math.max(1, Math.trunc(idle))}s`,
			...preload.flatMap((module) => ["--preload", module]), ...options, this.#path()];
		this.#child = spawn(this.#program, words, { stdio: ["pipe", "ignore", this.#errors] });
		this.#child.unref();
		this.#child.stdin?.on("error", () => {}).unref();
		this.#ended = new Promise((done) => {
			this.#child.on("exit", () => done("")).on("error", (error) => done(error.message));
		});
		pools.add(this);
	}

	#path(session) {
		return join(this.#folder, "s") + (session === undefined ? "" : `.sessions/${session}`);
	}

	async begin(open) {
		let failed;
		this.#ended.then((why) => (failed = why));
		/* The socket is there before the first run is. */
		for (const until = Date.now() + START_MS; failed === undefined && Date.now() < until; await sleep(10)) {
			try {
				return await open();
			} catch (error) {
				if (error instanceof SandboxError)
					throw error;
			}
		}
		throw new SandboxError(failed || this.why());
	}

	why() {
		try {
			return readFileSync(`/proc/self/fd/${this.#errors}`, "utf8").trim().split("\n").pop() || "the program ended without a word";
		} catch {
			return "the program is not there";
		}
	}

	async ask(session, head, data = Buffer.alloc(0)) {
		const peer = net.connect(this.#path(session));
		try {
			await once(peer, "connect");
		} catch (error) {
			throw ["ENOENT", "ECONNREFUSED"].includes(error.code) ? new Gone() : error;
		}
		/* Not ended: who ends has left, and what he asked for is interrupted. */
		peer.on("error", () => {});	/* who reads hears of it */
		peer.write(Buffer.concat([bytesOf(JSON.stringify({ ...head, bytes: data.length }) + "\n"), data]));
		return peer;
	}

	async check(code) {
		const child = spawn(this.#program, ["check", "--profile", this.#profile, "--format", "json", "-"]);
		child.stdin.on("error", () => {}).end(code);
		const failed = once(child, "spawn").then(() => "", (error) => error.message);
		const [said, errors] = await Promise.all([whole(child.stdout), whole(child.stderr)]);
		try {
			return JSON.parse(said);
		} catch {
			throw new SandboxError((await failed) || errors.toString().trim() || "no verdict came");
		}
	}

	abandon() {
		this.#child.kill();
		rmSync(this.#folder, { recursive: true, force: true });
	}

	async end() {
		this.#child.ref();
		this.#child.kill();
		const late = setTimeout(() => this.#child.kill("SIGKILL"), END_MS);
		await this.#ended;
		clearTimeout(late);
		pools.delete(this);
		closeSync(this.#errors);
		rmSync(this.#folder, { recursive: true, force: true });
	}
}

/* Sessions of `sallyport serve`, asked for as a pool's own are. */
class Service {
	#url;
	#headers;

	constructor({ url, key }) {
		try {
			this.#url = new URL(url);
		} catch {}
		if (!["http:", "https:"].includes(this.#url?.protocol))
			throw new SandboxError("url: want http://HOST:PORT of a service");
		this.#headers = key === undefined ? {} : { "X-API-Key": key };
	}

	begin(open) {
		return open();
	}

	why() {
		return "the service is not there";
	}

	async #send(method, path, body) {
		const { protocol, hostname, port, pathname } = this.#url;
		const request = (protocol === "https:" ? https : http).request({ method, port, agent: false, hostname: hostname.replace(/^\[|\]$/g, ""),
			path: pathname.replace(/\/+$/, "") + path, headers: { ...this.#headers, "Content-Length": body?.length ?? 0 } });
		request.end(body);
		const [answer] = await once(request, "response");
		request.on("error", () => {});	/* who reads hears of it */
		return answer;
	}

	async ask(session, { do: what, name, ...more }, data) {
		const path = "/v1/sessions" + (session === undefined ? "" : `/${session}`);
		const file = `${path}/files/${encodeURIComponent(name ?? "")}`;
		const answer = await {
			open: () => this.#send("POST", path),
			run: () => this.#send("POST", `${path}/run`, Buffer.from(JSON.stringify({ ...more, name, code: textOf(data) }))),
			interrupt: () => this.#send("POST", `${path}/interrupt`),
			close: () => this.#send("DELETE", path),
			files: () => this.#send("GET", `${path}/files`),
			put: () => this.#send("PUT", file, data),
			get: () => this.#send("GET", file),
			remove: () => this.#send("DELETE", file),
		}[what]();
		if (answer.statusCode < 300)
			return what === "get" || what === "close" ? [Buffer.from('{"error":null}\n'), await whole(answer)] : answer;
		const why = await detailOf(answer);
		if (answer.statusCode === 404 && why.startsWith("no such session"))
			throw new Gone();
		if (session === undefined || ![400, 404, 409].includes(answer.statusCode))
			throw new SandboxError(why);
		return [Buffer.from(JSON.stringify({ error: why }))];
	}

	async check(code) {
		const answer = await this.#send("POST", "/v1/check", Buffer.from(JSON.stringify({ code: textOf(code) })));
		if (answer.statusCode !== 200)
			throw new SandboxError(await detailOf(answer));
		return JSON.parse(await whole(answer));
	}

	async end() {}
}

async function detailOf(answer) {
	const said = await whole(answer);
	try {
		return String(JSON.parse(said).detail);
	} catch {
		return `the service answered ${answer.statusCode}`;
	}
}

function textOf(code) {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(code);
	} catch {
		throw new SandboxError("a service takes code in UTF-8 alone");
	}
}

/** Files of the work folder, where the code starts. */
class Files {
	#ask;

	constructor(ask) {
		this.#ask = ask;
	}

	async put(name, data) {
		await this.#ask("put", name, bytesOf(data));
	}

	async get(path) {
		return (await this.#ask("get", path)).bytes;
	}

	async remove(path) {
		await this.#ask("remove", path);
	}

	async list() {
		return (await this.#ask("files")).files.map((given) => fileOf(given, (path) => this.get(path)));
	}
}

/** Code runs in one session: names, imports and files are there for the next piece. */
export class Sandbox {
	#given;
	#wire;
	#session;
	#lost = false;
	#closed = false;
	#last = Promise.resolve();

	constructor(given = {}) {
		this.#given = { ...given, profile: given.profile ?? "data" };
		this.files = new Files((what, name, data) => this.#turn(() => this.#file(what, name, data)));
	}

	static async create(given) {
		const made = new Sandbox(given);
		await made.start();
		return made;
	}

	/** What is asked for begins it, too. */
	start() {
		return this.#turn(() => {});
	}

	/* One after another; what fails is a SandboxError. */
	#turn(work) {
		const done = this.#last.then(async () => {
			if (this.#closed)
				throw new SandboxError("this sandbox is closed");
			if (this.#wire === undefined)
				await this.#begin();
			return work();
		});
		this.#last = done.catch(() => {});
		return done;
	}

	async #begin() {
		try {
			this.#wire = this.#given.url === undefined ? new Pool(this.#given) : new Service(this.#given);
			await this.#wire.begin(() => this.#open());
		} catch (error) {
			const wire = this.#wire;
			this.#wire = undefined;
			await wire?.end();
			throw this.#failure(error, "the sandbox did not begin");
		}
	}

	#failure(error, what) {
		if (this.#closed)
			return new SandboxError("this sandbox was closed");
		if (error instanceof Gone)
			return new SandboxError(this.#wire?.why() ?? what);
		return error.code === undefined || error instanceof SandboxError ? error : new SandboxError(`${what}: ${error.message || error.code}`);
	}

	async #open() {
		const said = await whole(await this.#wire.ask(undefined, { do: "open" }));
		if (said.length === 0)
			throw new Gone();
		const answer = parse(said);
		if (!answer.session)
			throw new SandboxError(String(answer.error ?? this.#wire.why()));
		this.#session = answer.session;
	}

	/* Ask the session, or a new one if it ended while nobody asked. */
	async #talk(head, data) {
		for (let tries = 0; tries < 2; tries++) {
			try {
				if (this.#session === undefined) {
					this.#lost = true;
					await this.#open();
				}
			} catch (error) {
				throw this.#failure(error, "no session");
			}
			try {
				return await this.#wire.ask(this.#session, head, data);
			} catch (error) {
				this.#session = undefined;
				if (!(error instanceof Gone))
					throw this.#failure(error, "the session died");
			}
		}
		throw new SandboxError(`sessions end as soon as they are opened: ${this.#wire.why()}`);
	}

	/* It stands in the middle of an answer, or at its end, and was cut off. */
	#died(error) {
		this.#session = undefined;
		return this.#failure(error ?? new SandboxError("the session died without an answer"), "the session died");
	}

	async #file(what, name, data) {
		const answer = await whole(await this.#talk({ do: what, name }, data)).catch((error) => {
			throw this.#died(error);
		});
		if (answer.length === 0)
			throw this.#died();
		const at = answer.indexOf(10), end = at < 0 ? answer.length : at;
		const head = parse(answer.subarray(0, end));
		if (head.error)
			throw what === "get" || what === "remove" ? Object.assign(new Error(head.error), { code: "ENOENT" }) : new SandboxError(head.error);
		return { ...head, bytes: answer.subarray(end + 1) };
	}

	/** Judge it and run it behind what ran before. */
	async runCode(code, { files = {}, timeout = this.#given.timeout, env, name, label, onStdout, onStderr, onResult } = {}) {
		const result = onResult && (({ type, time_ms, ...given }) => onResult(new Result(given)));
		const heard = { stdout: onStdout && ((line) => onStdout(line.text)), stderr: onStderr && ((line) => onStderr(line.text)),
			result, update: result };
		const head = { do: "run", env, name, label, time_ms: timeout === undefined ? undefined : Math.max(1, Math.trunc(timeout * 1000)),
			stream: Object.values(heard).some(Boolean) || undefined };
		return this.#turn(async () => {
			for (const [file, data] of Object.entries(files))
				await this.#file("put", file, bytesOf(data));
			const document = await this.#hear(await this.#talk(head, bytesOf(code)), heard);
			if ((document.status ?? "error") === "error")
				throw new SandboxError(String(document.error?.value ?? document.error));
			if (document.session?.ended)
				this.#session = undefined;
			const restarted = this.#lost;
			this.#lost = false;
			return new Execution(document, (path) => this.files.get(path), restarted);
		});
	}

	/* The lines before the document, each as it comes; the document. */
	async #hear(answer, heard) {
		const lines = linesOf(answer);
		let thrown;
		for (;;) {
			const { value, done } = await lines.next().catch((error) => {
				throw this.#died(error);
			});
			if (done)
				throw this.#died();
			const line = parse(value);
			if (line.type === undefined || line.type === "document") {
				await lines.return();
				if (thrown !== undefined)
					throw thrown.error;
				return line;
			}
			try {
				if (thrown === undefined)
					heard[line.type]?.(line);
			} catch (error) {
				thrown = { error };
				this.interrupt();
			}
		}
	}

	/** Run the blocks of Python in a model's answer, in order, until one is refused or fails. */
	async runAnswer(markdown, options) {
		const blocks = blocksOf(markdown), executions = [];
		for (const block of blocks) {
			executions.push(await this.runCode(block, options));
			if (!executions.at(-1).ok)
				break;
		}
		return new Report(executions, blocks.length);
	}

	/** What the gate says of it alone; nothing is run. */
	async check(code) {
		return this.#turn(async () => {
			const document = await this.#wire.check(bytesOf(code)).catch((error) => {
				throw this.#failure(error, "no verdict came");
			});
			return new Verdict(document.submissions[0]);
		});
	}

	/* Of the session that is there; whether it heard is no concern. */
	async #tell(what) {
		if (this.#session !== undefined)
			await this.#wire.ask(this.#session, { do: what }).then(whole).catch(() => {});
	}

	/** KeyboardInterrupt in the code that runs; names survive. Waits for nothing. */
	interrupt() {
		return this.#tell("interrupt");
	}

	/** End the session; the next code begins a new one. */
	restart() {
		return this.#turn(async () => {
			await this.#tell("close");
			this.#session = undefined;
		});
	}

	/** End the session, and the pool if it is ours. What runs is not waited for. */
	async close() {
		if (this.#closed)
			return;
		this.#closed = true;
		await this.#tell("close");
		await this.#wire?.end();
	}

	[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
		return this.close();
	}
}
