/** Only this file reads the environment. */
import { z } from 'zod'
import type { AnyService, ConfigShape } from './service.ts'
import { PublicKey } from './token.ts'

export type Env = Readonly<Record<string, string | undefined>>
export type ConfigOf<Shape extends ConfigShape> = { [K in keyof Shape]: z.infer<Shape[K]> }

/** `sentences` names each faulty key without its value, because values may be secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly messages: readonly string[]

  constructor(service: string, sentences: readonly string[]) {
    super(`${service} cannot start because its configuration is invalid:\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`)
    this.messages = sentences
  }
}

/**
 * Declares a service's environment variables, each with `.describe('the sentence an operator reads')`.
 * @throws Error for a key without a description
 * @example export const config = defineConfig({ PUBLIC_ORIGIN: z.url().describe('The address people type, https://….') })
 */
export function defineConfig<Shape extends ConfigShape>(shape: Shape): Shape {
  for (const [key, schema] of Object.entries(shape)) {
    if (!schema.description) throw new Error(`configuration key ${key} has no description: add .describe('…')`)
  }
  return shape
}

export const baseConfig = defineConfig({
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(?:\+srv)?:\/\//, 'expected an address that begins with mongodb:// or mongodb+srv://')
    .describe('Address of the database; a replica set, because transactions require one.'),
  DB_PREFIX: z
    .string()
    .regex(/^[\w-]{1,30}$/, 'expected 1 to 30 letters, digits, - or _')
    .default('reelfair')
    .describe('Prefix of each service’s database name.'),
  MONGODB_POOL_SIZE: z.coerce.number().int().min(4).max(1_000).default(50).describe('Maximum number of database connections per process.'),
  MONGODB_OPEN_TRANSACTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(900)
    .default(32)
    .describe('Maximum number of open transactions per process; at least two fewer than MONGODB_POOL_SIZE.'),
  AMQP_URL: z
    .string()
    .regex(/^amqps?:\/\//, 'expected an address that begins with amqp:// or amqps://')
    .optional()
    // AMQP_URL is optional here, because only `startService` knows whether its caller passed in a bus.
    .meta({ description: 'Address of RabbitMQ.', without: 'required, unless a bus is passed in' }),
  AMQP_PREFETCH: z.coerce
    .number()
    .int()
    .min(1)
    .max(5_000)
    .default(200)
    .describe('Maximum number of unacknowledged events that RabbitMQ delivers to one process; at least EVENTS_PER_TRANSACTION.'),
  EVENTS_PER_TRANSACTION: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('Maximum number of events processed in one transaction.'),
  HOST: z.string().default('127.0.0.1').describe('The address to listen on.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0).describe('The port to listen on; 0 picks a free one.'),
  SESSION_PUBLIC_KEY: PublicKey.describe('The Ed25519 public key of the session tokens: PEM, or its 32 bytes in base64url.'),
  GATEWAY_SECRET: z.string().min(32, 'expected at least 32 characters').describe('Secret that authenticates the gateway to the services.'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info').describe('Minimum level of log lines.'),
  NODE_ENV: z.string().optional().describe('production, development or test.'),
  CLOCK_URL: z.url().optional().describe('Address of the sandbox clock; refused with NODE_ENV=production.'),
})

export type BaseConfig = ConfigOf<typeof baseConfig>

/**
 * Reads the keys of `shape` from `env`; an empty value counts as missing.
 * @throws ConfigError with a sentence for each missing or invalid key
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
    else sentences.push(`${key} is invalid: ${error.issues.map(({ message }) => message).join('; ')}. ${schema.description ?? ''}`)
  }
  if (sentences.length > 0) throw new ConfigError(service, sentences)
  return read as ConfigOf<Shape>
}

/**
 * How much of the database's and RabbitMQ's capacity one process may use. The defaults suit a replica set on dedicated
 * machines.
 */
interface Limits extends Pick<BaseConfig, 'MONGODB_POOL_SIZE' | 'MONGODB_OPEN_TRANSACTIONS' | 'AMQP_PREFETCH' | 'EVENTS_PER_TRANSACTION'> {}

export function checkLimits(service: string, limits: Limits): void {
  const sentences: string[] = []
  // Reads outside transactions need connections too. A transaction that waits for a connection would hold its locks
  // until the server aborts the transaction.
  if (limits.MONGODB_OPEN_TRANSACTIONS > limits.MONGODB_POOL_SIZE - 2)
    sentences.push(`MONGODB_OPEN_TRANSACTIONS is invalid: expected at most ${limits.MONGODB_POOL_SIZE - 2}, MONGODB_POOL_SIZE minus two.`)
  if (limits.EVENTS_PER_TRANSACTION > limits.AMQP_PREFETCH)
    sentences.push(`AMQP_PREFETCH is invalid: expected at least ${limits.EVENTS_PER_TRANSACTION}, the value of EVENTS_PER_TRANSACTION.`)
  if (sentences.length > 0) throw new ConfigError(service, sentences)
}

/** A service without data (the gateway) needs no MONGODB_URI and opens no database. */
export const hasDatabase = (definition: AnyService): boolean =>
  [definition.collections, definition.subscribes, definition.jobs].some((parts) => parts?.length)

export function fullConfig(definition: AnyService): ConfigShape {
  const { MONGODB_URI, DB_PREFIX, MONGODB_POOL_SIZE, MONGODB_OPEN_TRANSACTIONS, EVENTS_PER_TRANSACTION, AMQP_PREFETCH, ...rest } =
    baseConfig
  const ofData = { MONGODB_URI, DB_PREFIX, MONGODB_POOL_SIZE, MONGODB_OPEN_TRANSACTIONS, AMQP_PREFETCH, EVENTS_PER_TRANSACTION }
  return { ...(hasDatabase(definition) ? ofData : {}), ...rest, ...definition.config }
}
