/**
 * `node /app/command.ts NAME ARGUMENT…` runs an operator command in a service's container, with the service's
 * configuration. Without a name, lists the commands.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { allCommands, streamCommand } from '@reelfair/service-kit'

const service = process.env.SERVICE ?? ''
const [name, ...args] = process.argv.slice(2)

/** Pauses when the command writes faster than the reader reads. */
async function print(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

try {
  // The image contains a single service, named by SERVICE.
  const exported: Record<string, Parameters<typeof allCommands>[0]> = await import(`@reelfair/${service}/app`)
  const definition = exported[service]
  if (!definition) throw new Error(`Unknown service: ${service || 'SERVICE is not set'}.`)
  const list = () =>
    allCommands(definition).map((command) => `${[command.name, ...Object.keys(command.args)].join(' ')}: ${command.description}`)
  // Opens standard input only for commands that read another command's output, as in `recount | compute-earnings`.
  const input = { [Symbol.asyncIterator]: () => createInterface({ input: process.stdin })[Symbol.asyncIterator]() }
  if (name === undefined) await print(list().join('\n'))
  else for await (const line of streamCommand(definition, name, args, { env: process.env, input })) await print(line)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
