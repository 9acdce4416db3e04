/** The operators' commands of all services, run on the data of the running system or, if none runs, on a folder's data. */
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
import { readDemo, writeDemo } from './data-form.ts'
import { placeOfGiven } from './given-database.ts'
import { outsideEnv, startOutside } from './outside.ts'
import { RECOMPUTE, recompute } from './recompute.ts'
import { claimFolder, type Running, readRunning } from './running.ts'
import { loadSecrets } from './secrets.ts'
import { Sentence } from './sentence.ts'
import { BUS_DATABASE, services } from './services.ts'

interface Listed {
  /** Absent: it runs through several. */
  readonly service?: AnyService
  readonly name: string
  readonly does: string
  /** As a person writes it, `grant-credits brandId credits [reason]`. */
  readonly use: string
}

export const listCommands = (): Listed[] => [
  ...services.flatMap((service) =>
    allCommands(service).map(({ name, does, args }) => ({
      service,
      name,
      does,
      use: [name, ...Object.entries(args).map(([arg, schema]) => (schema.safeParse(undefined).success ? `[${arg}]` : arg))].join(' '),
    })),
  ),
  RECOMPUTE,
]

/** Runs a command that prints little. @returns what it prints. @throws as `streamNamed` */
export const runNamed = (name: string, args: readonly string[], folder: string): Promise<string> => textOf(streamNamed(name, args, folder))

/**
 * Runs a command. What it says to other services is published by the running system, or by the next one.
 * @returns what it prints, line by line
 * @throws Sentence for an unknown command, and while a start or another command has the folder
 */
export async function* streamNamed(name: string, args: readonly string[], folder: string): AsyncGenerator<string> {
  const command = listCommands().find((one) => one.name === name)
  if (!command) throw new Sentence(`There is no command ${name}. \`npm run cli\` lists them.`)
  const running = readRunning(folder)
  // A start that makes the market has the folder's sandbox open before anything runs; a second one would overwrite its journal.
  const leave = running ? undefined : claimFolder(folder)
  try {
    yield* streamOn(running, command, args, folder)
  } finally {
    leave?.()
  }
}

async function* streamOn(running: Running | undefined, command: Listed, args: readonly string[], folder: string): AsyncGenerator<string> {
  const given = process.env.MONGODB_URI
  // A command begins data too, where there are none.
  if (!running && !given && readDemo(folder) === undefined) writeDemo(folder, 'empty')
  const own = running || given ? undefined : await startEmbeddedMongo({ dataDir: join(folder, 'mongo'), quiet: true })
  const mongoUri = running?.mongoUri ?? own?.uri ?? given ?? ''
  const dbPrefix = running?.dbPrefix ?? process.env.DB_PREFIX ?? 'reelfair'
  const amqpUrl = running ? running.amqpUrl : process.env.AMQP_URL
  const log = createLog('cli', 'error')
  // Its data are the folder's too: what the sandbox has paid, and its clock.
  const place = given ? () => placeOfGiven({ uri: given, prefix: dbPrefix, folder }) : () => folder
  const ownOutside = running ? undefined : await startOutside(await place())
  const outside = running?.outside ?? ownOutside?.outside
  const url = running?.url ?? 'http://localhost'
  const deadLetters = amqpUrl ? undefined : await openDeadLetters({ uri: mongoUri, name: `${dbPrefix}_${BUS_DATABASE}`, log })
  const bus = amqpUrl ? rabbitBus({ url: amqpUrl, log }) : inProcessBus({ log, held: true, ...(deadLetters ? { deadLetters } : {}) })
  try {
    const { sessionPrivateKey } = loadSecrets(folder)
    const optionsOf = (service: AnyService) => ({
      env: {
        ...(outside ? outsideEnv(outside, service.name, url) : {}),
        MONGODB_URI: mongoUri,
        DB_PREFIX: dbPrefix,
        SESSION_PRIVATE_KEY: sessionPrivateKey,
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

/** A bus connects by itself, but a command asks at once. One that needs no bus goes on without. */
async function untilConnected(bus: Bus): Promise<void> {
  const deadline = Date.now() + CONNECTED_WITHIN_MS
  while (!bus.ready() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}
