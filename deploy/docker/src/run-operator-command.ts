/** `node /app/command.ts NAME ARGUMENT…` in a service's container: its operators' commands, on its own configuration. Without a name it lists them. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { allCommands, streamCommand } from '@reelfair/service-kit'

const service = process.env.SERVICE ?? ''
const [name, ...args] = process.argv.slice(2)

/** As fast as it is read. */
async function print(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

try {
  // The image holds one service; which, only its SERVICE says.
  const exported: Record<string, Parameters<typeof allCommands>[0]> = await import(`@reelfair/${service}/app`)
  const definition = exported[service]
  if (!definition) throw new Error(`${service || 'SERVICE'} is no service.`)
  const list = () => allCommands(definition).map((command) => `${[command.name, ...Object.keys(command.args)].join(' ')}: ${command.does}`)
  // Opened only by a command that reads it: what another one prints, `recount | reckon`.
  const input = { [Symbol.asyncIterator]: () => createInterface({ input: process.stdin })[Symbol.asyncIterator]() }
  if (name === undefined) await print(list().join('\n'))
  else for await (const line of streamCommand(definition, name, args, { env: process.env, input })) await print(line)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
