import { Refusal, sentenceOf } from '@reelfair/contracts'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Bus } from './bus/bus.ts'
import { rabbitBus } from './bus/rabbit.ts'
import type { Clock } from './clock.ts'
import { type BaseConfig, checkLimits, fullConfig, hasDatabase, readConfig } from './config.ts'
import { contextOf, type World } from './context.ts'
import { type Database, openDatabase } from './data/database.ts'
import { createTransactor } from './data/transact.ts'
import { defineCommand, noLines, textOf } from './define.ts'
import { clockOf } from './follow-clock.ts'
import { inputMessages } from './http/locale.ts'
import { idSource } from './ids.ts'
import { createLog } from './log.ts'
import { queueCommands } from './queue/queue-commands.ts'
import type { AnyService, Command } from './service.ts'
import type { StartOptions } from './start-service.ts'

const LISTED = 20

/**
 * Returns the service's own commands, those for its queues and, if it subscribes to events, those for its dead letters.
 */
export function allCommands(definition: AnyService, bus?: Bus): readonly Command[] {
  const { name, commands: own = [], subscribes = [], queues = [] } = definition
  const commands = [...own, ...queueCommands(name, queues)]
  const letters = () => {
    if (!bus) throw new Error('no bus available')
    return bus.deadLetters(name)
  }
  const list = defineCommand({
    name: `${name}-dead-letters`,
    description: `Lists the newest ${LISTED} events that ${name} could not process.`,
    args: {},
    run: async () => {
      const found = await letters().list(LISTED)
      return found.length === 0
        ? 'No dead letters.'
        : found.map(({ id, type, deadSince }) => `${deadSince?.toISOString() ?? '-'}  ${type}  ${id}`).join('\n')
    },
  })
  const replay = defineCommand({
    name: `${name}-replay`,
    description: `Puts the dead letters of ${name} back in its queue.`,
    args: {},
    run: async () => `${await letters().replay()} put back.`,
  })
  return subscribes.length > 0 ? [...commands, list, replay] : commands
}

export interface CommandOptions extends StartOptions {
  readonly input?: AsyncIterable<string>
}

/**
 * Yields the output of one command line by line.
 * @throws the errors of `runCommand` and, after the last line, the faults that a pipe command finds
 * @example for await (const line of streamCommand(metrics, 'recount', [], { env: process.env })) process.stdout.write(`${line}\n`)
 */
export async function* streamCommand(
  definition: AnyService,
  name: string,
  given: readonly string[],
  { input = noLines(), ...options }: CommandOptions,
): AsyncGenerator<string> {
  const { command, args, ctx, close } = await openCommand(definition, name, given, options)
  try {
    if (command.lines) yield* command.lines(args, ctx, input)
    else yield await command.run(args, ctx)
  } catch (error) {
    if (error instanceof Refusal) throw new Error(sentenceOf(error.code, error.details, 'en'), { cause: error })
    throw error
  } finally {
    await close()
  }
}

/**
 * Runs one command of a service. Its events stay in the outbox until a running instance of the service publishes them.
 * @param given the arguments as typed, in order
 * @returns the output
 * @throws Error with an explanation for an unknown command, invalid arguments or a refusal; ConfigError
 * @example console.log(await runCommand(payouts, 'grant-credits', [brandId, '50000', 'demo'], { env: process.env }))
 */
export const runCommand = (definition: AnyService, name: string, given: readonly string[], options: CommandOptions): Promise<string> =>
  textOf(streamCommand(definition, name, given, options))

async function openCommand(definition: AnyService, name: string, given: readonly string[], options: StartOptions) {
  const shape = fullConfig(definition)
  // Commands serve no requests, so they do not need these keys.
  const { SESSION_PUBLIC_KEY, GATEWAY_SECRET, HOST, PORT, ...needed } = shape
  const config = readConfig(definition.name, needed, options.env) as unknown as BaseConfig
  checkLimits(definition.name, config)
  const log = options.log ?? createLog(definition.name, 'warn')
  const bus = options.bus ?? (config.AMQP_URL === undefined ? undefined : rabbitBus({ url: config.AMQP_URL, log }))
  const command = allCommands(definition, bus).find((one) => one.name === name)
  if (!command) throw new Error(`${definition.name} has no command ${name}.`)
  const args = readArguments(command, given)

  const database = hasDatabase(definition) ? await openCommandDatabase(definition, config, log) : undefined
  let clock: (Clock & { stop?(): void }) | undefined
  const close = async () => {
    if (!options.clock) clock?.stop?.()
    await database?.close()
    if (!options.bus) await bus?.close()
  }
  try {
    clock = options.clock ?? (await clockOf(definition.name, config))
    const newId = options.newId ?? idSource(clock)
    const ports = options.ports ?? definition.ports?.(config as never) ?? {}
    const world = { clock, newId, log, ports, ...writing(definition.name, database, { clock, newId, log, config }) }
    return { command, args, ctx: contextOf(world, { causeId: newId(), logged: { command: name } }), close }
  } catch (error) {
    await close()
    throw error
  }
}

const openCommandDatabase = (definition: AnyService, config: BaseConfig, log: Logger) =>
  openDatabase({
    uri: config.MONGODB_URI,
    name: `${config.DB_PREFIX}_${definition.name}`,
    poolSize: config.MONGODB_POOL_SIZE,
    collections: definition.collections ?? [],
    log,
  })

type Writing = Pick<World, 'clock' | 'newId' | 'log'> & { readonly config: BaseConfig }

function writing(
  name: string,
  database: Database | undefined,
  { clock, newId, log, config }: Writing,
): Pick<World, 'connection' | 'transact'> {
  const noData = () => {
    throw new Error(`${name} stores no data`)
  }
  if (!database) return { connection: noData, transact: noData }
  const maxOpen = config.MONGODB_OPEN_TRANSACTIONS
  const { transact } = createTransactor({ database, source: name, maxOpen, now: () => clock.now(), newId, log })
  return { connection: () => database.connection, transact }
}

/** @throws Error with the command's usage and one line per invalid argument */
function readArguments(command: Command, given: readonly string[]): unknown {
  const names = Object.keys(command.args)
  const use = `Usage: ${[command.name, ...names.map((name) => (command.args[name]?.safeParse(undefined).success ? `[${name}]` : name))].join(' ')}`
  if (given.length > names.length) throw new Error(`${use}. Too many arguments: ${given.length}.`)
  const named = Object.fromEntries(names.slice(0, given.length).map((name, at) => [name, given[at]]))
  const { success, data, error } = z.strictObject(command.args).safeParse(named, { error: inputMessages.en })
  if (!success) throw new Error([use, ...error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)].join('\n'))
  return data
}
