/**
 * A program: a service whose clock is moved by hand, so that its nightly job and its workers do their work when they are told to. The networks are in this
 * process and answer at once; what it says is heard by a queue that does nothing. `POST /?to=<instant>&day=<day>` answers when the day is done.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Context, createLog, inProcessBus, startService } from '@reelfair/service-kit'
import { movableClock } from '@reelfair/testkit/clock'
import { BEGUN, evenNetwork } from './fill-nights.ts'
import { serviceNamed } from './payouts.ts'

const LOOK_MS = 250

const name = process.env.SERVICE ?? ''
const definition = serviceNamed(name)
const clock = movableClock(BEGUN)
const log = createLog(name, 'warn')
const bus = inProcessBus({ log })
await bus.consume({
  queue: 'nobody',
  types: (definition.says ?? []).map(({ type }) => type),
  handle: async (batch) => batch.map(() => 'done'),
})
const ports = name === 'metrics' ? { social: evenNetwork(clock.now), reviewHours: 72 } : undefined
const service = await startService(definition, { env: process.env, bus, clock, log, ...(ports && { ports }) })
const { connection }: Pick<Context, 'connection'> = service.context()

/** What is left to do of a day. */
const leftOf: Readonly<Record<string, (day: string) => Promise<unknown>>> = {
  campaigns: (day) => connection.collection('campaigns').findOne({ nextSettlement: { $lte: day } }, { projection: { _id: 1 } }),
  metrics: async (day) => (await connection.collection('refreshes').countDocuments({ _id: day as never, state: 'done' })) === 0,
}

/** @returns the most memory that the process held at any time, and before, in MB of a million bytes */
async function night(to: string, day: string) {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  clock.set(to)
  while (await leftOf[name]?.(day)) await pause(LOOK_MS)
  while (await connection.collection('outbox').findOne({}, { projection: { _id: 1 } })) await pause(LOOK_MS)
  clearInterval(watch)
  return { beforeMb: before / 1e6, peakMb: peak / 1e6 }
}

const control = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://control')
  void night(searchParams.get('to') ?? '', searchParams.get('day') ?? '').then(
    (done) => response.end(JSON.stringify(done)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
control.requestTimeout = 0
control.listen(0, '127.0.0.1', () => {
  const { port } = control.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ ready: `http://127.0.0.1:${port}` })}\n`)
})
process.once('SIGTERM', () => {
  control.closeAllConnections()
  control.close()
  void service.stop().then(() => process.exit(0))
})
