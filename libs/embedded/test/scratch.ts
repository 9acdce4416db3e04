import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type EmbeddedMongoOptions, startEmbeddedMongo } from '../src/index.ts'

const created: string[] = []
afterAll(() => {
  for (const dir of created) rmSync(dir, { recursive: true, force: true })
})

/** Creates an empty directory and removes it after the tests of the file. */
export function scratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'embedded-mongo-'))
  created.push(dir)
  return dir
}

/** Starts a server with an empty store, or uses the server at MONGODB_URI. */
export async function startServer(options: Partial<EmbeddedMongoOptions> = {}): Promise<{ uri: string; close(): Promise<void> }> {
  const external = process.env.MONGODB_URI
  if (external) return { uri: external, close: async () => {} }
  const server = await startEmbeddedMongo({ dataDir: scratchDir(), quiet: true, ...options })
  return { uri: server.uri, close: server.stop }
}
