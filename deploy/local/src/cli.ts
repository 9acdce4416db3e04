/** `npm run cli` lists the operators' commands; `npm run cli -- NAME ARGUMENT…` runs one. */
import { once } from 'node:events'
import { defaultFolder } from './folders.ts'
import { listCommands, streamNamed } from './run-commands.ts'
import { sentenceOfError } from './sentence.ts'

const [name, ...args] = process.argv.slice(2)

function list(): string {
  const commands = listCommands()
  const width = commands.reduce((widest, { use }) => Math.max(widest, use.length), 0)
  return ['npm run cli -- NAME ARGUMENT…', ...commands.map(({ use, does }) => `  ${use.padEnd(width)}  ${does}`)].join('\n')
}

/** As fast as it is read. */
async function print(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

try {
  if (name === undefined) await print(list())
  else for await (const line of streamNamed(name, args, defaultFolder)) await print(line)
  process.exit(0)
} catch (error) {
  // Whatever a command says no by is a sentence for its operator.
  process.stderr.write(`${error instanceof Error ? error.message : sentenceOfError(error)}\n`)
  process.exit(1)
}
