import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, checkLimits, defineConfig, fullConfig, readConfig } from './config.ts'
import { makeSessionKeys } from './token.ts'

const shape = defineConfig({
  PUBLIC_ORIGIN: z.url('expected an address').describe('The address people type.'),
  SECRET: z.string().min(32, 'expected at least 32 characters').describe('A secret.'),
  WORKERS: z.coerce.number('expected a number').default(2).describe('Number of workers.'),
})

const faultOf = (work: () => unknown): ConfigError => {
  try {
    work()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('expected a ConfigError')
}

test('reads declared keys, applies defaults and ignores other variables', () => {
  const read = readConfig('toy', shape, { PUBLIC_ORIGIN: 'https://reelfair.example', SECRET: 's'.repeat(32), HOME: '/root' })
  expect(read).toEqual({ PUBLIC_ORIGIN: 'https://reelfair.example', SECRET: 's'.repeat(32), WORKERS: 2 })
})

test('reports all invalid variables together, with one sentence each', () => {
  const { messages, message } = faultOf(() => readConfig('toy', shape, { SECRET: 'short', WORKERS: 'many' }))
  expect(messages).toEqual([
    'PUBLIC_ORIGIN is missing. The address people type.',
    'SECRET is invalid: expected at least 32 characters. A secret.',
    'WORKERS is invalid: expected a number. Number of workers.',
  ])
  expect(message).toMatch(/^toy cannot start because its configuration is invalid:\n- PUBLIC_ORIGIN/)
})

test('treats an empty value as missing', () => {
  const { messages } = faultOf(() => readConfig('toy', shape, { PUBLIC_ORIGIN: '', SECRET: 's'.repeat(32), WORKERS: '' }))
  expect(messages).toEqual(['PUBLIC_ORIGIN is missing. The address people type.'])
})

test('omits values from messages, because they may be secrets', () => {
  const config = fullConfig({ name: 'toy', config: {}, collections: [{ name: 'things' } as never] })
  const wrong = Object.fromEntries(Object.keys(config).map((key) => [key, `hunter2-${key}!`]))
  const { message, messages } = faultOf(() => readConfig('toy', config, wrong))
  expect(message).not.toContain('hunter2')
  expect(messages.map((sentence) => sentence.split(' ')[0])).toEqual(
    expect.arrayContaining(['MONGODB_URI', 'DB_PREFIX', 'AMQP_URL', 'PORT', 'SESSION_PUBLIC_KEY', 'GATEWAY_SECRET', 'LOG_LEVEL']),
  )
})

test('rejects a key without a description', () => {
  expect(() => defineConfig({ KEY: z.string() })).toThrow('configuration key KEY has no description')
})

test('does not require a database for a service that stores no data', () => {
  const keys = { SESSION_PUBLIC_KEY: makeSessionKeys().publicKey, GATEWAY_SECRET: 's'.repeat(32) }
  expect(readConfig('edge', fullConfig({ name: 'edge', config: {} }), keys)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'info',
  })
})

test('rejects limits that contradict each other', () => {
  const limits = { MONGODB_POOL_SIZE: 10, MONGODB_OPEN_TRANSACTIONS: 8, AMQP_PREFETCH: 100, EVENTS_PER_TRANSACTION: 100 }
  expect(() => checkLimits('toy', limits)).not.toThrow()
  const { messages } = faultOf(() => checkLimits('toy', { ...limits, MONGODB_OPEN_TRANSACTIONS: 9, EVENTS_PER_TRANSACTION: 101 }))
  expect(messages).toEqual([
    'MONGODB_OPEN_TRANSACTIONS is invalid: expected at most 8, MONGODB_POOL_SIZE minus two.',
    'AMQP_PREFETCH is invalid: expected at least 101, the value of EVENTS_PER_TRANSACTION.',
  ])
})
