/** Starts `mongod` from this machine as a single-member replica set, because transactions require a replica set. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { endProcess, freePort, guardProcesses, processOf, programOfMachine, programOnPath, startDetached, waitForPort } from './process.ts'

const START_WITHIN_MS = 60_000

/** Arguments of `mongod` with which TTL indexes delete nothing. */
export const NO_EXPIRY = ['--setParameter', 'ttlMonitorEnabled=false']

export const mongodProgram = (): string | undefined => programOfMachine('MONGOD_BINARY', () => programOnPath('mongod'))

export async function startMongodProgram(program: string, folder: string, temporary: boolean) {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const dismissGuard = guardProcesses(folder, temporary)
  const args = [
    '--replSet',
    'reelfair',
    '--bind_ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--dbpath',
    folder,
    '--wiredTigerCacheSizeGB',
    '0.5',
    ...NO_EXPIRY,
  ]
  const start = async () => {
    const { child, output } = startDetached(program, args, { env: process.env, cwd: folder, pidFile: join(folder, 'mongod.pid') })
    try {
      await waitForPort(port, child, START_WITHIN_MS, () => `mongod (${program}) did not start. ${output()}`)
      await initiateReplicaSet(`mongodb://127.0.0.1:${port}`, `127.0.0.1:${port}`)
    } catch (error) {
      await endProcess(child, 'SIGKILL')
      throw error
    }
    return child
  }
  let server = await start().catch((error: unknown) => {
    dismissGuard()
    throw error
  })
  return {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=reelfair`,
    stop: async () => {
      await endProcess(server, 'SIGTERM')
      dismissGuard()
    },
    kill: () => endProcess(server, 'SIGKILL'),
    restart: async () => {
      await endProcess(server, 'SIGTERM')
      server = await start()
    },
    process: () => processOf(server),
  }
}

/**
 * Converts a standalone server to a single-member replica set and waits until it accepts writes. `host` is its address
 * for clients.
 */
export async function initiateReplicaSet(uri: string, host: string): Promise<void> {
  const client = await new MongoClient(uri, { directConnection: true, serverSelectionTimeoutMS: START_WITHIN_MS }).connect()
  try {
    const admin = client.db('admin')
    await admin.command({ replSetInitiate: { _id: 'reelfair', members: [{ _id: 0, host }] } }).catch((error: { codeName?: string }) => {
      // A reused data folder already contains the replica set's configuration.
      if (error.codeName !== 'AlreadyInitialized') throw error
    })
    const deadline = Date.now() + START_WITHIN_MS
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
      if (Date.now() > deadline) throw new Error('mongod did not become primary of its replica set.')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await client.close()
  }
}
