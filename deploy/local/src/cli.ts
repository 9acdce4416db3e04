/** `npm run cli` lists the operator commands; `npm run cli -- NAME ARGUMENT…` runs one. */
import { once } from 'node:events'
import { defaultFolder } from './folders.ts'
import { listCommands, streamNamed } from './run-commands.ts'
import { describeError } from './user-error.ts'

const [name, ...args] = process.argv.slice(2)

function list(): string {
  const commands = listCommands()
  const width = commands.reduce((widest, { use }) => Math.max(widest, use.length), 0)
  return ['npm run cli -- NAME ARGUMENT…', ...commands.map(({ use, does }) => `  ${use.padEnd(width)}  ${does}`)].join('\n')
}

/** Waits if the reader is slower than the output. */
async function print(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

try {
  if (name === undefined) await print(list())
  else for await (const line of streamNamed(name, args, defaultFolder)) await print(line)
  process.exit(0)
} catch (error) {
  // The commands' error messages are written for operators, so print them without a stack trace.
  process.stderr.write(`${error instanceof Error ? error.message : describeError(error)}\n`)
  process.exit(1)
}
