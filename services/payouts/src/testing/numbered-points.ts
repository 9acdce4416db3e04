/** Counts what a use case does to the world outside and to its database, and dies at a chosen point: before or after each call and each commit. */
import type { Provider, Work } from '../ports.ts'

export class Killed extends Error {
  override readonly name = 'Killed'
}

const CALLS = ['openCheckout', 'readCheckout', 'makeTransfer', 'findTransfers', 'readTransfer'] as const

export interface Points {
  /** Names of the points passed, in order. */
  readonly passed: string[]
  readonly work: Work
}

/**
 * The world of a process that is killed at point `killAt` (from 1 on; 0: never). After its death nothing that it tries reaches anybody, like a process that
 * is gone; what it had sent before that stays done.
 */
export function numbered(work: Work, killAt: number): Points {
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
