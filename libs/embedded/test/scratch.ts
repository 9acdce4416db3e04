import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { type EmbeddedMongoOptions, startEmbeddedMongo } from '../src/index.ts'

const newDir = () => mkdtempSync(join(tmpdir(), 'embedded-mongo-'))
const remove = (dir: string) => rmSync(dir, { recursive: true, force: true })

/** Creates an empty directory. Removes it after the current test or, outside a test, after all tests of the file. */
export function scratchDir(): string {
  const dir = newDir()
  if (TestRunner.getCurrentTest()) onTestFinished(() => remove(dir))
  else afterAll(() => remove(dir))
  return dir
}

/** Starts a server with an empty store, or uses the server at MONGODB_URI. `close` also removes the store. */
export async function startServer(options: Partial<EmbeddedMongoOptions> = {}): Promise<{ uri: string; close(): Promise<void> }> {
  const external = process.env.MONGODB_URI
  if (external) return { uri: external, close: async () => {} }
  const dataDir = newDir()
  const server = await startEmbeddedMongo({ dataDir, quiet: true, ...options })
  return {
    uri: server.uri,
    close: async () => {
      await server.stop()
      remove(dataDir)
    },
  }
}
