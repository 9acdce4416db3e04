import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedMongo } from '@reelfair/embedded'
import { MongoClient } from 'mongodb'
import { afterAll, beforeEach, onTestFinished, vi } from 'vitest'

/** Call at the top of a test file; sets `MONGODB_URI` for each test. */
export async function startExternalDatabase() {
  const root = mkdtempSync(join(tmpdir(), 'reelfair-given-'))
  const theirs = await startEmbeddedMongo({ dataDir: join(root, 'theirs'), quiet: true })
  const client = await new MongoClient(theirs.uri).connect()
  afterAll(async () => {
    await client.close()
    await theirs.stop()
    rmSync(root, { recursive: true, force: true })
  })
  beforeEach(() => {
    vi.stubEnv('MONGODB_URI', theirs.uri)
    vi.stubEnv('AMQP_URL', undefined)
    vi.stubEnv('LOG_LEVEL', 'error')
    onTestFinished(() => void vi.unstubAllEnvs())
  })
  const folderNamed = (name: string) => {
    mkdirSync(join(root, name), { recursive: true })
    return join(root, name)
  }
  return { uri: theirs.uri, client, folderNamed }
}
