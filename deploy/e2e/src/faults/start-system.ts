import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startLocal } from '@reelfair/local'
import { afterAll } from 'vitest'
import type { System } from './load.ts'

export async function startSystem(distributed: boolean): Promise<System> {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-faults-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const web = { SHELL_APP: folder, REMOTE_CREATOR: folder, REMOTE_BRAND: folder, REMOTE_ADMIN: folder }
  const local = await startLocal({ folder, port: await freePort(), distributed, empty: true, web })
  afterAll(() => local.stop())
  return { local, folder }
}
