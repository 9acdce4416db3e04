/**
 * Payouts as a process of its own that kills itself, with SIGKILL, at a numbered point: before and after each call to the provider, each commit of a
 * transaction, and each write that needs none. Started and told what to do by `start-mortal.ts`, over the channel between parent and child.
 */
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog, inProcessBus, type ServiceDefinition, startService } from '@reelfair/service-kit'
import { payouts } from '../app.ts'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import type { config } from '../config.ts'
import type { Ports, Provider } from '../ports.ts'
import { processNextTransfer } from '../use-cases/process-transfer.ts'
import type { Answer, Order } from './start-mortal.ts'

type BulkWrite = (this: unknown, operations: unknown, options?: { readonly session?: unknown }) => Promise<unknown>

/** From `arm` on it counts; 0: it does not. */
let killAt = 0
let passed: string[] | undefined

function point(name: string): void {
  passed?.push(name)
  if (passed?.length === killAt) process.kill(process.pid, 'SIGKILL')
}

async function around<T>(name: string, call: () => Promise<T>): Promise<T> {
  point(`before ${name}`)
  try {
    return await call()
  } finally {
    // Also after a refusal: that too is something that the outside knows and this process will have forgotten.
    point(`after ${name}`)
  }
}

/** Whatever of the provider's calls is asynchronous reaches the outside; what is not (a signature) is arithmetic. */
function counted(provider: Provider): Provider {
  const { verify, undelivered, ...calls } = provider
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: unknown[]) => around(name, () => (call as (...given: unknown[]) => Promise<unknown>)(...args)),
  ])
  return { ...(Object.fromEntries(wrapped) as typeof calls), verify, undelivered }
}

const mortal: ServiceDefinition<typeof config> = {
  ...payouts,
  ports: (given) => {
    const ports = payouts.ports?.(given) as Ports | undefined
    if (!ports) throw new Error('payouts has no ports')
    return { ...ports, provider: counted(ports.provider) }
  },
}
const log = createLog('mortal', 'silent')
const service = await startService(mortal, { env: process.env, bus: inProcessBus({ log }), log, workers: false, unlimited: true })

// A commit is the command itself: before it, all that a transaction writes has been sent; after it, nobody has been told. A transaction of a single write is
// that write, without a commit.
const client = service.context().connection.getClient()
const collections = Object.getPrototypeOf(client.db().collection('any')) as { bulkWrite: BulkWrite }
const { bulkWrite } = collections
collections.bulkWrite = function (operations, options) {
  const write = () => bulkWrite.call(this, operations, options)
  return options?.session ? write() : around('write', write)
}
const begin = client.startSession.bind(client)
client.startSession = (options) => {
  const session = begin(options)
  const commit = session.commitTransaction.bind(session)
  session.commitTransaction = (...given) => around('commit', () => commit(...given))
  return session
}

const orders: { readonly [D in Order['do']]: (order: Order) => Promise<unknown> } = {
  arm: async (order) => {
    killAt = order.killAt
    passed = []
  },
  passed: async () => passed,
  work: async () => processNextTransfer(service.context()),
  'catch-up': async () => catchUpWebhooks.run({}, service.context()),
}

async function obey(order: Order): Promise<unknown> {
  while (service.context().now().getTime() < order.nowMs) await pause(5)
  return orders[order.do](order)
}

// Node writes it when a process ends by itself, and this one never does.
flushCompileCache()
const tell = (answer: Answer) => process.send?.(answer)
process.on('message', (order: Order) => {
  obey(order).then(
    (result) => tell({ id: order.id, result }),
    (error: unknown) => tell({ id: order.id, error: error instanceof Error ? `${error.stack}` : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
tell({ id: 0, result: service.url })
