/** Data directories that are gone afterwards, and the server that tests talk to. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type EmbeddedMongoOptions, startEmbeddedMongo } from '../src/index.ts'

const made: string[] = []
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
})

/** A new empty directory, until the file's tests have ended. */
export function scratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'embedded-mongo-'))
  made.push(dir)
  return dir
}

/** A server with an empty store, or the one that MONGODB_URI names. */
export async function serve(options: Partial<EmbeddedMongoOptions> = {}): Promise<{ uri: string; close(): Promise<void> }> {
  const given = process.env.MONGODB_URI
  if (given) return { uri: given, close: async () => {} }
  const server = await startEmbeddedMongo({ dataDir: scratchDir(), quiet: true, ...options })
  return { uri: server.uri, close: server.stop }
}
