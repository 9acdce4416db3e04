import { allCommands, type Context, createLog, type ServiceDefinition } from '@reelfair/service-kit'
import { MAX_FAILURES } from '@reelfair/service-kit/testing'
import type { Db } from 'mongodb'
import type { TestApp } from './service.ts'

/**
 * Expires every lease, as if the process that held the lease had crashed. Leases follow the machine's clock, which
 * tests cannot move.
 */
export async function expireLeases({ database }: { readonly database: Db }): Promise<void> {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
    await database.collection(name).updateMany({ 'queue.leaseUntil': { $exists: true } }, { $set: { 'queue.leaseUntil': new Date(0) } })
}

/**
 * Reads a queue's metrics, as a monitoring system does. Ages are in seconds.
 * @example expect(await queueMetrics(app, 'mails')).toEqual({ depth: 0, oldestAge: 0, failures: 0 })
 */
export async function queueMetrics({ url }: Pick<TestApp, 'url'>, queue: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (metric: string) => Number(new RegExp(`^${metric}{queue="${queue}".*} (.+)$`, 'm').exec(text)?.[1])
  return { depth: read('queue_depth'), oldestAge: read('queue_oldest_age_seconds'), failures: read('queue_failures') }
}

/** Returns a logger and a function that lists its error lines, which raise alarms in production. */
export function recordingLog() {
  const lines: { level: string; msg: string; queue?: string; item?: string }[] = []
  const log = createLog('test', 'warn', { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, alarms: () => lines.filter(({ level }) => level === 'error').map(({ msg, queue, item }) => ({ msg, queue, item })) }
}

/** Runs a worker until it sets its failing item aside. Moves the clock past each retry pause. */
export async function failUntilSetAside({ clock }: Pick<TestApp, 'clock'>, turn: () => Promise<unknown>): Promise<void> {
  for (let failures = 0; failures < MAX_FAILURES; failures += 1) {
    await turn()
    clock.advance({ minutes: 31 })
  }
}

/** The expected alarm for an item that a queue has set aside. */
export const setAside = (queue: string, item: string) => ({ msg: 'queue item set aside after repeated failures', queue, item })

/**
 * Runs an operator command of a service under test.
 * @example await operate(payouts, app, 'payouts-queue-retry', { queue: 'transfers' })
 */
export async function operate(
  // biome-ignore lint/suspicious/noExplicitAny: a definition's configuration is its own business.
  definition: ServiceDefinition<any>,
  app: { context(): Context },
  name: string,
  args: object = {},
): Promise<string> {
  const command = allCommands(definition).find((one) => one.name === name)
  if (!command) throw new Error(`${definition.name} has no command ${name}`)
  return command.run(args, app.context())
}
