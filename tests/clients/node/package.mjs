// Run by tests/clients/run where the package is installed: package.mjs LOG PROGRAM [URL KEY].
import { blocksOf, Result, Sandbox, SandboxError } from "sallyport";
import assert from "node:assert/strict";

const [log, program, url, key] = process.argv.slice(2);
const ours = { profile: "minimal", options: ["--audit", log], program: program || undefined };
const sandbox = await Sandbox.create(url ? { url, key } : ours);

assert.equal((await sandbox.runCode("x = 6 * 7")).ok, true);
let got = await sandbox.runCode("print(x)\nx + 1");
assert.deepEqual([got.text, got.logs.stdout, got.error, got.violations, got.restarted], ["43", ["42\n"], null, [], false]);
assert.deepEqual([got.results[0] instanceof Result, got.results[0].formats()], [true, ["text"]]);

got = await sandbox.runCode("text = open('in.txt').read()\nopen('out.txt', 'w').write(text[::-1])", { files: { "in.txt": "abc" } });
assert.deepEqual(await Promise.all(got.files.map(async (f) => [f.path, f.size, String(await f.read())])), [["out.txt", 3, "cba"]]);
await sandbox.files.put("b.bin", new Uint8Array([0, 10, 255]));
assert.deepEqual([...await sandbox.files.get("b.bin")], [0, 10, 255]);
assert.deepEqual((await sandbox.files.list()).map((f) => f.path), ["b.bin", "in.txt", "out.txt"]);
await sandbox.files.remove("out.txt");
await assert.rejects(sandbox.files.get("out.txt"), { code: "ENOENT" });

got = await sandbox.runCode("kept = 1\n\n1/0");
assert.deepEqual([got.status, got.error.name, got.error.value], ["failed", "ZeroDivisionError", "division by zero"]);
got = await sandbox.runCode("import os\nos.system('id')");
assert.deepEqual([got.status, got.error.name, got.error.value === got.summary], ["blocked", "Blocked", true]);
got = await sandbox.runCode("import time; time.sleep(30)", { timeout: .3 });
assert.deepEqual([got.status, got.limit.name], ["timed_out", "wall"]);
assert.equal((await sandbox.runCode("import os; os.environ['A']", { env: { A: "b" } })).text, "b");
assert.deepEqual([(await sandbox.check("print(1)")).ok, (await sandbox.check("eval(input())")).decision], [true, "block"]);

const heard = [];
got = await sandbox.runCode("import sys, time\nprint('a', flush=True)\ntime.sleep(.3)\nprint('é', file=sys.stderr)\n[1]", {
	onStdout: (text) => heard.push(text, Date.now()), onStderr: (text) => heard.push(text), onResult: (result) => heard.push(result.json) });
const when = heard.splice(1, 1)[0];
assert.deepEqual([heard, got.text, Date.now() - when >= 250], [["a\n", "é\n", [1]], "[1]", true]);
await assert.rejects(sandbox.runCode("print(1, flush=True)\nimport time\ntime.sleep(20)", { onStdout: () => { throw new RangeError("mine"); } }), RangeError);

const begun = Date.now();
const long = sandbox.runCode("import time\nkept = 5\nprint('now', flush=True)\ntime.sleep(20)", { onStdout: () => sandbox.interrupt() });
const turns = ["kept", "kept + 1", "kept + 2"].map((code) => sandbox.runCode(code));
assert.equal((await long).error.name, "KeyboardInterrupt");
assert.deepEqual((await Promise.all(turns)).map((one) => one.text), ["5", "6", "7"]);
assert.ok(Date.now() - begun < 15000);

const text = "Say:\n\n```python\ny = 2\nprint(y)\n```\n\n1. then\n   ```py\n   print(y * 21)\n   y / 0\n   ```\n```sh\nrm -rf /\n```\n~~~python\nnever\n~~~\n";
assert.deepEqual(blocksOf(text), ["y = 2\nprint(y)\n", "print(y * 21)\ny / 0\n", "never\n"]);
const report = await sandbox.runAnswer(text);
assert.deepEqual([report.ok, report.blocks, report.executions.map((one) => one.status)], [false, 3, ["completed", "failed"]]);
for (const part of ["[block 1 of 3", "42", "ZeroDivisionError", "[blocks 3 to 3 were not run]"])
	assert.ok(report.text.includes(part), report.text);

await sandbox.restart();
got = await sandbox.runCode("x", { files: { "again.txt": "" } });
assert.deepEqual([got.error.name, got.restarted], ["NameError", true]);
assert.equal((await sandbox.runCode("2")).restarted, false);
const left = sandbox.runCode("while True: pass");
await new Promise((done) => setTimeout(done, 300));
const ended = left.then((one) => assert.equal(one.ok, false), (error) => assert.ok(error instanceof SandboxError));
await sandbox.close();
await ended;
await assert.rejects(sandbox.runCode("1"), /closed/);

const fails = async (given, said) => assert.rejects(Sandbox.create(given), (error) => error instanceof SandboxError && error.message.includes(said) || assert.fail(error));
if (url) {
	await fails({ url, key: "e2b_00" }, "key");
	await fails({ url: "http://127.0.0.1:1" }, "ECONNREFUSED");
	await fails({ url: "nowhere" }, "url");
} else {
	await fails({ ...ours, profile: "nowhere" }, "no profile");
	await fails({ ...ours, program: "/no/such/program" }, "ENOENT");
	await fails({ ...ours, preload: ["no_such_module"] }, "no_such_module");
	// One that nobody closes: this ends all the same.
	await Sandbox.create(ours);
}
console.log("all of it");
