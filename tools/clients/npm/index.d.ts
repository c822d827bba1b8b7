/// <reference lib="esnext.disposable" />

/** Bytes, or a text that is sent as UTF-8. */
export type Bytes = string | Uint8Array;

/** The sandbox failed: it is not installed, could not start, or died. The code is not to blame. */
export class SandboxError extends Error {}

/** What ended the code, as Python tells it; or `Blocked` or `Held`: the gate refused it, `value` says why. */
export interface ExecutionError {
	name: string;
	value: string;
	traceback: string;
}

/** What was printed: lists of lines, each with its end. */
export interface Logs {
	stdout: string[];
	stderr: string[];
}

export type Format = "text" | "html" | "markdown" | "latex" | "svg" | "png" | "jpeg" | "pdf" | "json" | "javascript" | "data" | "chart";

/** A value with every representation that it has; null where it has no such one. Pictures are base64 texts. */
export class Result {
	is_main_result: boolean;
	text: string | null;
	html: string | null;
	markdown: string | null;
	latex: string | null;
	svg: string | null;
	png: string | null;
	jpeg: string | null;
	pdf: string | null;
	json: unknown;
	javascript: string | null;
	data: unknown;
	chart: unknown;
	/** Those that it has. */
	formats(): Format[];
	/** The bytes of a picture ("png" unless said) or of a PDF. */
	bytes(key?: "png" | "jpeg" | "pdf"): Uint8Array;
	/** Write them to a file of the host's. */
	save(path: string, key?: "png" | "jpeg" | "pdf"): void;
}

/** A file of the work folder that is new or changed. */
export interface SandboxFile {
	path: string;
	size: number;
	sha256: string | null;
	read(): Promise<Uint8Array>;
}

export type Status = "completed" | "failed" | "signaled" | "timed_out" | "limit_exceeded" | "denied" | "blocked" | "held";

/** What came of one piece of code: the members of the run document (sallyport-json(5)). */
export class Execution {
	status: Status;
	/** What happened, where, and what to do instead: for a model. */
	summary: string;
	/** Of the last expression. */
	text: string | null;
	results: Result[];
	logs: Logs;
	error: ExecutionError | null;
	files: SandboxFile[];
	violations: Record<string, unknown>[];
	limit: { name: string; [member: string]: unknown } | null;
	verdict: Record<string, unknown> | null;
	/** The session before had ended, this began a new one, and no names of it are left. */
	restarted: boolean;
	/** All that the program told. */
	readonly document: Record<string, unknown>;
	get ok(): boolean;
	/** The results that have a picture. */
	get figures(): Result[];
}

/** What the gate says of code that is not run. */
export class Verdict {
	decision: "allow" | "hold" | "block";
	findings: Record<string, unknown>[];
	document: Record<string, unknown>;
	get ok(): boolean;
}

/** What came of a model's answer: its blocks of Python, run in order until one is refused or fails. */
export class Report {
	executions: Execution[];
	/** How many the answer has. */
	blocks: number;
	get ok(): boolean;
	/** To give back to the model. */
	get text(): string;
}

/** The blocks of a Markdown text that are Python. */
export function blocksOf(markdown: string): string[];

export interface ProgramOptions {
	/** minimal, data (the default: numpy, pandas, matplotlib ...), extended, or a table's path. */
	profile?: string;
	/** Modules that are loaded before any code comes. */
	preload?: string[];
	/** Seconds that each piece of code may take. */
	timeout?: number;
	/** Words for `sallyport pool`: ["--memory", "2G"]. */
	options?: string[];
	/** Where the program is; else $SALLYPORT, the package's own, `sallyport` on PATH. */
	program?: string;
	/** Seconds after which a session without work ends. */
	idle?: number;
	url?: undefined;
}

/** Of a service (`sallyport serve`), whose profile and limits hold; nothing is started here. */
export interface ServiceOptions {
	url: string;
	key?: string;
	timeout?: number;
}

export interface RunOptions {
	/** Written to the work folder first. */
	files?: Record<string, Bytes>;
	/** Seconds. */
	timeout?: number;
	/** For this code alone. */
	env?: Record<string, string>;
	/** What tracebacks call it. */
	name?: string;
	/** For the log. */
	label?: string;
	/** A piece of what is printed, as it comes. What a callback throws interrupts the code, and runCode throws it. */
	onStdout?: (text: string) => void;
	onStderr?: (text: string) => void;
	/** One that was updated comes again, with the `display_id` that it had. */
	onResult?: (result: Result) => void;
}

/** Files of the work folder. An error with the code ENOENT: there is no such one. */
export interface Files {
	put(name: string, data: Bytes): Promise<void>;
	get(path: string): Promise<Uint8Array>;
	list(): Promise<SandboxFile[]>;
	remove(path: string): Promise<void>;
}

/** Code runs in one session: names, imports and files are there for the next piece. What is asked at once waits its turn. */
export class Sandbox {
	constructor(options?: ProgramOptions | ServiceOptions);
	/** Made and started. */
	static create(options?: ProgramOptions | ServiceOptions): Promise<Sandbox>;
	/** So that it stands ready; what is asked first starts it, too. */
	start(): Promise<void>;
	readonly files: Files;
	/** Judge it and run it behind what ran before. */
	runCode(code: Bytes, options?: RunOptions): Promise<Execution>;
	/** Run the blocks of Python in a model's answer, in order, until one is refused or fails. */
	runAnswer(markdown: string, options?: RunOptions): Promise<Report>;
	/** What the gate says of it alone; nothing is run. */
	check(code: Bytes): Promise<Verdict>;
	/** KeyboardInterrupt in the code that runs; names survive. */
	interrupt(): Promise<void>;
	/** End the session; the next code begins a new one. */
	restart(): Promise<void>;
	/** End it; what runs is not waited for. `await using` does it. */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
}
