/** For tests that start the whole system: data of their own, and nothing of what a developer has set for a system of theirs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { businessDayOf, instantOf } from '@reelfair/rules'
import { vi } from 'vitest'
import { APPS, mapValues, type WebSources } from './services.ts'

/** Pages are tested elsewhere; here their place is taken by a folder that is there anyway. */
export const noPages: WebSources = mapValues(APPS, () => import.meta.dirname)

/**
 * An empty folder for data, on the engines of our own.
 * @returns the folder, and `leave`, which takes it away and lets go of the environment
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

/** A market that takes this long to make. */
const MARKET_MS = 5 * 60_000

/**
 * Waits for an hour in Europe/Paris that is at hand: a market that is begun before a settlement and done after it has a night more than others.
 * @param hour `HH:MM`
 */
export async function notJustBefore(hour: string): Promise<void> {
  const ahead = () => instantOf(businessDayOf(new Date()), hour).getTime() - Date.now()
  while (ahead() > 0 && ahead() < MARKET_MS) await new Promise((resolve) => setTimeout(resolve, Math.min(ahead(), 1_000)))
}
