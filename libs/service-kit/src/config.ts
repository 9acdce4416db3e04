/** What a process is told by its environment: the only reader of it, with all faults at once. */
import { z } from 'zod'
import type { AnyService, ConfigShape } from './service.ts'
import { PublicKey } from './token.ts'

export type Env = Readonly<Record<string, string | undefined>>
export type ConfigOf<Shape extends ConfigShape> = { [K in keyof Shape]: z.infer<Shape[K]> }

/** The environment is not as the service needs it. `sentences` says of each key what is wrong; never a value, for it may be a secret. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
  readonly sentences: readonly string[]

  constructor(service: string, sentences: readonly string[]) {
    super(`${service} cannot start as it is configured:\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`)
    this.sentences = sentences
  }
}

/**
 * The keys of the environment that a service reads, each with `.describe('the sentence an operator reads')`.
 * @throws Error for a key that is not described
 * @example export const config = defineConfig({ PUBLIC_ORIGIN: z.url().describe('The address people type, https://….') })
 */
export function defineConfig<Shape extends ConfigShape>(shape: Shape): Shape {
  for (const [key, schema] of Object.entries(shape)) {
    if (!schema.description) throw new Error(`The key ${key} has no sentence: add .describe('…')`)
  }
  return shape
}

/** What every service reads. */
export const baseConfig = defineConfig({
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(?:\+srv)?:\/\//, 'expected an address that begins with mongodb:// or mongodb+srv://')
    .describe('Where the database is; a replica set, for there are transactions.'),
  DB_PREFIX: z
    .string()
    .regex(/^[\w-]{1,30}$/, 'expected 1 to 30 letters, digits, - or _')
    .default('reelfair')
    .describe('Begins the name of each service’s database.'),
  MONGODB_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(4)
    .max(1_000)
    .default(50)
    .describe('How many connections to the database one process opens at most.'),
  MONGODB_OPEN_TRANSACTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(900)
    .default(32)
    .describe('How many transactions one process has open at most; at least two fewer than MONGODB_POOL_SIZE.'),
  AMQP_URL: z
    .string()
    .regex(/^amqps?:\/\//, 'expected an address that begins with amqp:// or amqps://')
    .optional()
    // Only startService knows whether it was given another bus.
    .meta({ description: 'Where RabbitMQ is.', without: 'does not start, unless it is given a bus' }),
  AMQP_PREFETCH: z.coerce
    .number()
    .int()
    .min(1)
    .max(5_000)
    .default(200)
    .describe('How many unacknowledged events RabbitMQ gives one process at most; at least EVENTS_PER_TRANSACTION.'),
  EVENTS_PER_TRANSACTION: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('How many events take effect in one transaction at most.'),
  HOST: z.string().default('127.0.0.1').describe('The address to listen on.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0).describe('The port to listen on; 0 takes a free one.'),
  SESSION_PUBLIC_KEY: PublicKey.describe('The Ed25519 public key of the session tokens: PEM, or its 32 bytes in base64url.'),
  GATEWAY_SECRET: z.string().min(32, 'expected 32 characters at least').describe('What the gateway proves itself with to the services.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('From which level on it logs.'),
  NODE_ENV: z.string().optional().describe('production, development or test.'),
  CLOCK_URL: z.url().optional().describe('Where the sandbox tells its clock; refused with NODE_ENV=production.'),
})

export type BaseConfig = ConfigOf<typeof baseConfig>

/**
 * Reads what `shape` names out of `env`; an empty value counts as none.
 * @throws ConfigFault with a sentence for each key that is missing or wrong
 * @example const { PUBLIC_ORIGIN } = readConfig('gateway', config, process.env)
 */
export function readConfig<Shape extends ConfigShape>(service: string, shape: Shape, env: Env): ConfigOf<Shape> {
  const sentences: string[] = []
  const read: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(shape)) {
    const given = env[key] === '' ? undefined : env[key]
    const { success, data, error } = schema.safeParse(given)
    if (success) read[key] = data
    else if (given === undefined) sentences.push(`${key} is missing. ${schema.description ?? ''}`)
    else sentences.push(`${key} is not right: ${error.issues.map(({ message }) => message).join('; ')}. ${schema.description ?? ''}`)
  }
  if (sentences.length > 0) throw new ConfigFault(service, sentences)
  return read as ConfigOf<Shape>
}

/** What one process takes of the database and of RabbitMQ; the defaults suit a replica set on machines of its own. */
interface Limits extends Pick<BaseConfig, 'MONGODB_POOL_SIZE' | 'MONGODB_OPEN_TRANSACTIONS' | 'AMQP_PREFETCH' | 'EVENTS_PER_TRANSACTION'> {}

/** @throws ConfigFault when limits contradict each other */
export function checkLimits(service: string, limits: Limits): void {
  const sentences: string[] = []
  // Reads beside the transactions need connections too; a transaction that gets none would keep its locks until it is broken off.
  if (limits.MONGODB_OPEN_TRANSACTIONS > limits.MONGODB_POOL_SIZE - 2)
    sentences.push(`MONGODB_OPEN_TRANSACTIONS is not right: expected at most ${limits.MONGODB_POOL_SIZE - 2}, MONGODB_POOL_SIZE less two.`)
  if (limits.EVENTS_PER_TRANSACTION > limits.AMQP_PREFETCH)
    sentences.push(`AMQP_PREFETCH is not right: expected at least ${limits.EVENTS_PER_TRANSACTION}, as many as EVENTS_PER_TRANSACTION.`)
  if (sentences.length > 0) throw new ConfigFault(service, sentences)
}

/** Whether a service has data of its own; one without (the gateway) reads no MONGODB_URI and opens no database. */
export const keepsData = (definition: AnyService): boolean =>
  [definition.collections, definition.hears, definition.jobs].some((parts) => parts?.length)

/** All keys that a service reads, its own and those of every service: what a deployment has to give. */
export function fullConfig(definition: AnyService): ConfigShape {
  const { MONGODB_URI, DB_PREFIX, MONGODB_POOL_SIZE, MONGODB_OPEN_TRANSACTIONS, EVENTS_PER_TRANSACTION, AMQP_PREFETCH, ...rest } =
    baseConfig
  const ofData = { MONGODB_URI, DB_PREFIX, MONGODB_POOL_SIZE, MONGODB_OPEN_TRANSACTIONS, AMQP_PREFETCH, EVENTS_PER_TRANSACTION }
  return { ...(keepsData(definition) ? ofData : {}), ...rest, ...definition.config }
}
