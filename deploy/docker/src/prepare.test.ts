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

/** Runs the script against a simulated database. @returns the administrative calls */
function prepare(state: { isInitiated: boolean; hasUser: boolean; failsWith?: string }): unknown[] {
  const calls: unknown[] = []
  let isPrimary = false
  const admin = {
    getUser: () => (state.hasUser ? { user: 'reelfair' } : null),
    createUser: (user: object) => calls.push(['create', user]),
    updateUser: (user: string, change: object) => calls.push(['update', user, change]),
  }
  const rs = {
    status: () => {
      const codeName = state.failsWith ?? (state.isInitiated ? undefined : 'NotYetInitialized')
      if (codeName) throw Object.assign(new Error(codeName), { codeName })
    },
    initiate: (set: object) => calls.push(['initiate', set]),
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
  // Objects from another VM context have different prototypes.
  return structuredClone(calls)
}

test('turns a new database into a replica set with a user who can write only to the services’ databases', () => {
  const set = { _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] }
  expect(prepare({ isInitiated: false, hasUser: false })).toEqual([
    ['initiate', set],
    ['create', { user: 'reelfair', ...rights }],
  ])
})

test('updates only the password and roles in a prepared database', () => {
  expect(prepare({ isInitiated: true, hasUser: true })).toEqual([['update', 'reelfair', rights]])
})

test('stops on any other error without changing anything', () => {
  expect(() => prepare({ isInitiated: true, hasUser: true, failsWith: 'Unauthorized' })).toThrow('Unauthorized')
})
