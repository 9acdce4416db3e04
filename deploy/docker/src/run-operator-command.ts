/** `node /app/command.ts NAME ARGUMENT…` in a service's container: its operators' commands, on its own configuration. Without a name it lists them. */
import { allCommands, runCommand } from '@reelfair/service-kit'

const service = process.env.SERVICE ?? ''
const [name, ...args] = process.argv.slice(2)

try {
  // The image holds one service; which, only its SERVICE says.
  const exported: Record<string, Parameters<typeof allCommands>[0]> = await import(`@reelfair/${service}/app`)
  const definition = exported[service]
  if (!definition) throw new Error(`${service || 'SERVICE'} is no service.`)
  const list = () => allCommands(definition).map((command) => `${[command.name, ...Object.keys(command.args)].join(' ')}: ${command.does}`)
  process.stdout.write(`${name === undefined ? list().join('\n') : await runCommand(definition, name, args, { env: process.env })}\n`)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
