// Run by tests/clients/others: the SDK of E2B for JavaScript, as its users call it.
import { createRequire } from 'node:module'
const { Sandbox } = createRequire(process.env.CLIENTS + '/')('@e2b/code-interpreter')

let number = 0
const equal = (name, got, want) => {
  const is = JSON.stringify(got) === JSON.stringify(want)
  console.log(`${is ? 'ok' : 'not ok'} ${++number} - javascript: ${name}${is ? '' : ': ' + JSON.stringify(got)}`)
}
const s = await Sandbox.create()
const printed = []
const r = await s.runCode('x = 1\nprint("hi")\n[x, 2]', { onStdout: m => printed.push(m.line) })
equal('a cell', [r.text, r.logs.stdout, printed, r.executionCount], ['[1, 2]', ['hi\n'], ['hi\n'], 1])
equal('an error', (await s.runCode('1/0')).error.name, 'ZeroDivisionError')
const context = await s.createCodeContext()
equal('a context', (await s.runCode('x', { context })).error.name, 'NameError')
await s.files.write('a/b.txt', 'text')
equal('files', [await s.files.read('a/b.txt'), await s.files.exists('no'), (await s.files.list('a')).map(f => f.path)],
  ['text', false, ['/home/user/a/b.txt']])
const seen = []
const watch = await s.files.watchDir('a', event => seen.push([event.name, event.type]), { recursive: true })
await s.files.write('a/b/c.txt', 'text', { gzip: true })
for (let i = 0; i < 200 && seen.length < 4; i++) await new Promise(done => setTimeout(done, 50))
await watch.stop()
equal('a watched folder', seen, [['b', 'create'], ['b/c.txt', 'create'], ['b/c.txt', 'chmod'], ['b/c.txt', 'write']])
equal('what was packed', await s.files.read('a/b/c.txt'), 'text')
const c = await s.commands.run('cat a/b.txt; echo e >&2')
equal('a command', [c.stdout, c.stderr, c.exitCode], ['text', 'e\n', 0])
await s.setTimeout(60000)
equal('ended', [await s.isRunning(), await s.kill(), await s.isRunning()], [true, true, false])
console.log(`1..${number}`)
