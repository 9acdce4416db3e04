/** Counts provider calls and database commits, and simulates a crash before or after a chosen one. */
import type { Provider, WorkContext } from '../ports.ts'

export class Killed extends Error {
  override readonly name = 'Killed'
}

const CALLS = ['openCheckout', 'readCheckout', 'createTransfer', 'findTransfers', 'readTransfer'] as const

export interface Points {
  readonly passed: string[]
  readonly work: WorkContext
}

/**
 * Simulates a crash at point `killAt` (counted from 1; 0 means never). Calls and commits after the crash have no
 * effect; the effects of earlier ones remain.
 */
export function withCrashPoints(work: WorkContext, killAt: number): Points {
  const passed: string[] = []
  let isDead = false
  const point = (name: string) => {
    if (isDead) throw new Killed(name)
    passed.push(name)
    if (passed.length === killAt) {
      isDead = true
      throw new Killed(name)
    }
  }
  const around = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    point(`before ${name}`)
    const result = await call()
    point(`after ${name}`)
    return result
  }
  const { provider } = work.ports
  const calls = Object.fromEntries(
    CALLS.map((name) => [
      name,
      (...args: unknown[]) => around(name, () => (provider[name] as (...given: unknown[]) => Promise<unknown>)(...args)),
    ]),
  ) as Partial<Provider>
  return {
    passed,
    work: {
      ...work,
      connection: work.connection,
      log: work.log,
      ports: { ...work.ports, provider: { ...provider, ...calls } },
      transact: (body) => around('commit', () => work.transact(body)),
    },
  }
}
