import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { SERVICES } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { deployFolder } from './deployment.ts'

const script = readFileSync(join(deployFolder, 'docker/mongo/prepare.js'), 'utf8')
const rights = {
  pwd: 'secret',
  roles: SERVICES.map((name) => ({ role: 'readWrite', db: `trial_${name}` })),
}

/** What mongosh would be told, from a database that plays its part: `state` is what it holds. */
function prepare(state: { isInitiated: boolean; hasUser: boolean; failsWith?: string }): unknown[] {
  const told: unknown[] = []
  let isPrimary = false
  const admin = {
    getUser: () => (state.hasUser ? { user: 'reelfair' } : null),
    createUser: (user: object) => told.push(['create', user]),
    updateUser: (user: string, change: object) => told.push(['update', user, change]),
  }
  const rs = {
    status: () => {
      const codeName = state.failsWith ?? (state.isInitiated ? undefined : 'NotYetInitialized')
      if (codeName) throw Object.assign(new Error(codeName), { codeName })
    },
    initiate: (set: object) => told.push(['initiate', set]),
  }
  runInNewContext(script, {
    rs,
    db: { adminCommand: () => ({ isWritablePrimary: isPrimary }), getSiblingDB: () => admin },
    sleep: () => {
      isPrimary = true
    },
    print: () => {},
    process: { env: { MONGODB_PASSWORD: 'secret', DB_PREFIX: 'trial' } },
  })
  // Objects of another context have another prototype.
  return structuredClone(told)
}

test('a new database becomes a replica set with a user who may write the databases of all services, and of nobody else', () => {
  const set = { _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] }
  expect(prepare({ isInitiated: false, hasUser: false })).toEqual([
    ['initiate', set],
    ['create', { user: 'reelfair', ...rights }],
  ])
})

test('a prepared one is left as it is, but for password and rights, which a new deployment may have changed', () => {
  expect(prepare({ isInitiated: true, hasUser: true })).toEqual([['update', 'reelfair', rights]])
})

test('any other fault ends it before it has changed anything', () => {
  expect(() => prepare({ isInitiated: true, hasUser: true, failsWith: 'Unauthorized' })).toThrow('Unauthorized')
})
