/**
 * Runs payouts in a process that kills itself with SIGKILL at a numbered point: before or after a call to the provider,
 * a commit, or a write without a transaction. `start-killable-process.ts` starts the process and sends it commands over
 * IPC.
 */
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog, inProcessBus, type ServiceDefinition, startService } from '@reelfair/service-kit'
import { payouts } from '../app.ts'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import type { config } from '../config.ts'
import type { Ports, Provider } from '../ports.ts'
import { processNextTransfer } from '../use-cases/process-transfer.ts'
import type { Answer, Command } from './start-killable-process.ts'

type BulkWrite = (this: unknown, operations: unknown, options?: { readonly session?: unknown }) => Promise<unknown>

/** Number of the crash point at which the process kills itself; 0 means never. */
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
    // Failed calls count too, because the provider knows about them and a dead process does not.
    point(`after ${name}`)
  }
}

/** Does not count `verify`, which is local, or `undeliveredEvents`, which only reads. */
function counted(provider: Provider): Provider {
  const { verify, undeliveredEvents, ...calls } = provider
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: unknown[]) => around(name, () => (call as (...given: unknown[]) => Promise<unknown>)(...args)),
  ])
  return { ...(Object.fromEntries(wrapped) as typeof calls), verify, undeliveredEvents }
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

// `commit` is the database command: before it, the database has received all writes of the transaction; after it, the
// caller does not know the result yet. A transaction with one write is sent as that write, without a commit.
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

const orders: { readonly [D in Command['do']]: (order: Command) => Promise<unknown> } = {
  arm: async (order) => {
    killAt = order.killAt
    passed = []
  },
  passed: async () => passed,
  work: async () => processNextTransfer(service.context()),
  'catch-up': async () => catchUpWebhooks.run({}, service.context()),
}

async function execute(order: Command): Promise<unknown> {
  while (service.context().now().getTime() < order.nowMs) await pause(5)
  return orders[order.do](order)
}

// Node writes the compile cache when a process exits normally, but this process is killed.
flushCompileCache()
const reply = (answer: Answer) => process.send?.(answer)
process.on('message', (order: Command) => {
  execute(order).then(
    (result) => reply({ id: order.id, result }),
    (error: unknown) => reply({ id: order.id, error: error instanceof Error ? `${error.stack}` : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
reply({ id: 0, result: service.url })
