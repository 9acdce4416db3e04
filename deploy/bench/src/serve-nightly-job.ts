/**
 * Program that runs a service with a manually controlled clock, so that its nightly job and workers run on demand.
 * Simulated networks respond immediately, and a no-op queue consumes the service's events.
 * `POST /?to=<instant>&day=<day>` responds when the day is finished.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Context, createLog, startService } from '@reelfair/service-kit'
import { movableClock } from '@reelfair/testkit/clock'
import { announce } from './announce.ts'
import { evenNetwork, START } from './fill-nightly-data.ts'
import { serviceNamed } from './payouts.ts'
import { silentBus } from './serve-alone.ts'

const POLL_MS = 250

const name = process.env.SERVICE ?? ''
const definition = serviceNamed(name)
const clock = movableClock(START)
const log = createLog(name, 'warn')
const bus = await silentBus(definition, log)
const ports = name === 'metrics' ? { social: evenNetwork(clock.now) } : undefined
const service = await startService(definition, { env: process.env, bus, clock, log, ...(ports && { ports }) })
const { connection }: Pick<Context, 'connection'> = service.context()

/** Each query returns unfinished work of the day, or a falsy value when the day is finished. */
const unfinishedWork: Readonly<Record<string, (day: string) => Promise<unknown>>> = {
  campaigns: (day) => connection.collection('campaigns').findOne({ nextSettlement: { $lte: day } }, { projection: { _id: 1 } }),
  metrics: async (day) => (await connection.collection('refreshes').countDocuments({ _id: day as never, state: 'done' })) === 0,
}

/** @returns the peak resident memory in MB (1,000,000 bytes) */
async function runNightlyJob(to: string, day: string) {
  let peak = process.memoryUsage.rss()
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  clock.set(to)
  while (await unfinishedWork[name]?.(day)) await pause(POLL_MS)
  while (await connection.collection('outbox').findOne({}, { projection: { _id: 1 } })) await pause(POLL_MS)
  clearInterval(watch)
  return { peakMb: peak / 1e6 }
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
  const stop = () => {
    control.closeAllConnections()
    control.close()
    return service.stop()
  }
  announce({ url: `http://127.0.0.1:${port}`, stop })
})
