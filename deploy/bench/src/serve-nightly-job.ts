/**
 * Program that runs a service with a manually controlled clock, so that its nightly job and its workers run on demand.
 * Simulated networks in this process respond immediately, and a no-op queue consumes the service's events.
 * `POST /?to=<instant>&day=<day>` responds when the day is finished.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Context, createLog, inProcessBus, startService } from '@reelfair/service-kit'
import { movableClock } from '@reelfair/testkit/clock'
import { evenNetwork, START } from './fill-nightly-data.ts'
import { serviceNamed } from './payouts.ts'

const POLL_MS = 250

const name = process.env.SERVICE ?? ''
const definition = serviceNamed(name)
const clock = movableClock(START)
const log = createLog(name, 'warn')
const bus = inProcessBus({ log })
await bus.consume({
  queue: 'nobody',
  types: (definition.publishes ?? []).map(({ type }) => type),
  handle: async (batch) => batch.map(() => 'done'),
})
const ports = name === 'metrics' ? { social: evenNetwork(clock.now), reviewHours: 72 } : undefined
const service = await startService(definition, { env: process.env, bus, clock, log, ...(ports && { ports }) })
const { connection }: Pick<Context, 'connection'> = service.context()

/** Finds the day's unfinished work in each service's database; falsy when there is none. */
const unfinishedWork: Readonly<Record<string, (day: string) => Promise<unknown>>> = {
  campaigns: (day) => connection.collection('campaigns').findOne({ nextSettlement: { $lte: day } }, { projection: { _id: 1 } }),
  metrics: async (day) => (await connection.collection('refreshes').countDocuments({ _id: day as never, state: 'done' })) === 0,
}

/** @returns Resident memory of the process before the run and at its peak, in MB (1,000,000 bytes). */
async function runNightlyJob(to: string, day: string) {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  clock.set(to)
  while (await unfinishedWork[name]?.(day)) await pause(POLL_MS)
  while (await connection.collection('outbox').findOne({}, { projection: { _id: 1 } })) await pause(POLL_MS)
  clearInterval(watch)
  return { beforeMb: before / 1e6, peakMb: peak / 1e6 }
}

const control = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://control')
  void runNightlyJob(searchParams.get('to') ?? '', searchParams.get('day') ?? '').then(
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
