import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigFault, checkLimits, defineConfig, fullConfig, readConfig } from './config.ts'
import { makeSessionKeys } from './token.ts'

const shape = defineConfig({
  PUBLIC_ORIGIN: z.url('expected an address').describe('The address people type.'),
  SECRET: z.string().min(32, 'expected 32 characters at least').describe('A secret.'),
  WORKERS: z.coerce.number('expected a number').default(2).describe('How many work.'),
})

const faultOf = (work: () => unknown): ConfigFault => {
  try {
    work()
  } catch (error) {
    if (error instanceof ConfigFault) return error
    throw error
  }
  throw new Error('there was no fault')
}

test('reads what is named, takes defaults, and leaves the rest of the environment alone', () => {
  const read = readConfig('toy', shape, { PUBLIC_ORIGIN: 'https://reelfair.example', SECRET: 's'.repeat(32), HOME: '/root' })
  expect(read).toEqual({ PUBLIC_ORIGIN: 'https://reelfair.example', SECRET: 's'.repeat(32), WORKERS: 2 })
})

test('reports all faults at once, a sentence each', () => {
  const { sentences, message } = faultOf(() => readConfig('toy', shape, { SECRET: 'short', WORKERS: 'many' }))
  expect(sentences).toEqual([
    'PUBLIC_ORIGIN is missing. The address people type.',
    'SECRET is not right: expected 32 characters at least. A secret.',
    'WORKERS is not right: expected a number. How many work.',
  ])
  expect(message).toMatch(/^toy cannot start as it is configured:\n- PUBLIC_ORIGIN/)
})

test('takes an empty value for a missing one', () => {
  const { sentences } = faultOf(() => readConfig('toy', shape, { PUBLIC_ORIGIN: '', SECRET: 's'.repeat(32), WORKERS: '' }))
  expect(sentences).toEqual(['PUBLIC_ORIGIN is missing. The address people type.'])
})

test('repeats no value, for it may be a secret', () => {
  const config = fullConfig({ name: 'toy', config: {}, collections: [{ name: 'things' } as never] })
  const wrong = Object.fromEntries(Object.keys(config).map((key) => [key, `hunter2-${key}!`]))
  const { message, sentences } = faultOf(() => readConfig('toy', config, wrong))
  expect(message).not.toContain('hunter2')
  expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(
    expect.arrayContaining(['MONGODB_URI', 'DB_PREFIX', 'AMQP_URL', 'PORT', 'SESSION_PUBLIC_KEY', 'GATEWAY_SECRET', 'LOG_LEVEL']),
  )
})

test('a key without a sentence is refused where it is defined', () => {
  expect(() => defineConfig({ KEY: z.string() })).toThrow('The key KEY has no sentence')
})

test('a service that keeps no data needs no database', () => {
  const keys = { SESSION_PUBLIC_KEY: makeSessionKeys().publicKey, GATEWAY_SECRET: 's'.repeat(32) }
  expect(readConfig('edge', fullConfig({ name: 'edge', config: {} }), keys)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'info',
  })
})

test('limits that contradict each other are a fault', () => {
  const limits = { MONGODB_POOL_SIZE: 10, MONGODB_OPEN_TRANSACTIONS: 8, AMQP_PREFETCH: 100, EVENTS_PER_TRANSACTION: 100 }
  expect(() => checkLimits('toy', limits)).not.toThrow()
  const { sentences } = faultOf(() => checkLimits('toy', { ...limits, MONGODB_OPEN_TRANSACTIONS: 9, EVENTS_PER_TRANSACTION: 101 }))
  expect(sentences).toEqual([
    'MONGODB_OPEN_TRANSACTIONS is not right: expected at most 8, MONGODB_POOL_SIZE less two.',
    'AMQP_PREFETCH is not right: expected at least 101, as many as EVENTS_PER_TRANSACTION.',
  ])
})
