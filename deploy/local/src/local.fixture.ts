import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { businessDayOf, instantOf } from '@reelfair/rules'
import { vi } from 'vitest'
import { APPS, mapValues, type WebSources } from './services.ts'

/** These tests do not need the built pages, so any existing folder can serve as a placeholder. */
export const noPages: WebSources = mapValues(APPS, () => import.meta.dirname)

/**
 * Creates an empty data folder and ignores the developer's external database and broker.
 * @returns the folder, and `leave`, which deletes the folder and restores the environment
 * @example const own = ownFolder('market'); afterAll(own.leave)
 */
export function ownFolder(name: string, logLevel = 'error'): { readonly folder: string; readonly leave: () => void } {
  for (const key of ['MONGODB_URI', 'AMQP_URL']) vi.stubEnv(key, undefined)
  vi.stubEnv('LOG_LEVEL', logLevel)
  const folder = mkdtempSync(join(tmpdir(), `reelfair-${name}-`))
  return {
    folder,
    leave: () => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const MARKET_MS = 5 * 60_000

/**
 * Waits until a nearby time in Europe/Paris has passed. A market whose creation spans a settlement would contain one
 * more night than expected.
 * @param hour `HH:MM`
 */
export async function waitUntilPast(hour: string): Promise<void> {
  const ahead = () => instantOf(businessDayOf(new Date()), hour).getTime() - Date.now()
  while (ahead() > 0 && ahead() < MARKET_MS) await new Promise((resolve) => setTimeout(resolve, Math.min(ahead(), 1_000)))
}
