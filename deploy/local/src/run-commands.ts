import { join } from 'node:path'
import { startEmbeddedMongo } from '@reelfair/embedded'
import {
  type AnyService,
  allCommands,
  type Bus,
  createLog,
  inProcessBus,
  openDeadLetters,
  rabbitBus,
  streamCommand,
  textOf,
} from '@reelfair/service-kit'
import { readDemo, writeDemo } from './data-format.ts'
import { sandboxFolderOf } from './external-database.ts'
import { outsideEnv, startOutside } from './outside.ts'
import { RECOMPUTE, recompute } from './recompute.ts'
import { claimFolder, type Running, readRunning } from './running.ts'
import { loadSecrets, secretsFor } from './secrets.ts'
import { BUS_DATABASE, services } from './services.ts'
import { UserError } from './user-error.ts'

interface Listed {
  /** Undefined for a command that spans several services. */
  readonly service?: AnyService
  readonly name: string
  readonly does: string
  /** The usage text, such as `grant-credits brandId credits [reason]`. */
  readonly use: string
}

export const listCommands = (): Listed[] => [
  ...services.flatMap((service) =>
    allCommands(service).map(({ name, description, args }) => ({
      service,
      name,
      does: description,
      use: [name, ...Object.entries(args).map(([arg, schema]) => (schema.safeParse(undefined).success ? `[${arg}]` : arg))].join(' '),
    })),
  ),
  RECOMPUTE,
]

/**
 * Collects the complete output, so use it only for commands that print little.
 * @throws the same errors as `streamNamed`
 */
export const runNamed = (name: string, args: readonly string[], folder: string): Promise<string> => textOf(streamNamed(name, args, folder))

/**
 * Runs a command and returns its output line by line. The running system, or else the next start, publishes the
 * command's events.
 * @throws UserError for an unknown command, and while a start or another command uses the folder
 */
export async function* streamNamed(name: string, args: readonly string[], folder: string): AsyncGenerator<string> {
  const command = listCommands().find((one) => one.name === name)
  if (!command) throw new UserError(`Unknown command ${name}. \`npm run cli\` lists all commands.`)
  const running = readRunning(folder)
  // A start opens the folder's sandbox before the system counts as running; a second sandbox would overwrite the
  // journal.
  const leave = running ? undefined : claimFolder(folder)
  try {
    yield* streamOn(running, command, args, folder)
  } finally {
    leave?.()
  }
}

async function* streamOn(running: Running | undefined, command: Listed, args: readonly string[], folder: string): AsyncGenerator<string> {
  const given = process.env.MONGODB_URI
  // If the folder contains no data, the command creates an empty database.
  if (!running && !given && readDemo(folder) === undefined) writeDemo(folder, 'empty')
  const own = running || given ? undefined : await startEmbeddedMongo({ dataDir: join(folder, 'mongo'), quiet: true })
  const mongoUri = running?.mongoUri ?? own?.uri ?? given ?? ''
  const dbPrefix = running?.dbPrefix ?? process.env.DB_PREFIX ?? 'reelfair'
  const amqpUrl = running ? running.amqpUrl : process.env.AMQP_URL
  const log = createLog('cli', 'error')
  // The sandbox's payments and clock must match the data.
  const place = given ? () => sandboxFolderOf({ uri: given, prefix: dbPrefix, folder }) : () => folder
  const ownOutside = running ? undefined : await startOutside(await place())
  const outside = running?.outside ?? ownOutside?.outside
  const url = running?.url ?? 'http://localhost'
  const deadLetters = amqpUrl ? undefined : await openDeadLetters({ uri: mongoUri, name: `${dbPrefix}_${BUS_DATABASE}`, log })
  const bus = amqpUrl ? rabbitBus({ url: amqpUrl, log }) : inProcessBus({ log, held: true, ...(deadLetters ? { deadLetters } : {}) })
  try {
    const secrets = loadSecrets(folder)
    const optionsOf = (service: AnyService) => ({
      env: {
        ...(outside ? outsideEnv(outside, service.name, url) : {}),
        MONGODB_URI: mongoUri,
        DB_PREFIX: dbPrefix,
        ...secretsFor(secrets, service.name),
      },
      bus,
      log,
    })
    await untilConnected(bus)
    yield* command.service ? streamCommand(command.service, command.name, args, optionsOf(command.service)) : recompute(optionsOf)
  } finally {
    await bus.close()
    await deadLetters?.close()
    await ownOutside?.sandbox.stop()
    await own?.stop()
  }
}

const CONNECTED_WITHIN_MS = 10_000

/** If there is no connection after 10 s, only commands that do not need the bus can succeed. */
async function untilConnected(bus: Bus): Promise<void> {
  const deadline = Date.now() + CONNECTED_WITHIN_MS
  while (!bus.ready() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}
