import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isUnavailable } from './data/faults.ts'
import type { AnyQueue, Scope } from './service.ts'

/** Shared by all services in the process. */
let ofProcess: Registry | undefined

function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

export interface Metrics {
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
  /** Registers values that are read at each scrape, such as the number of outbox rows. */
  readonly watch: (prefix: string, stats: () => Readonly<Record<string, number>>) => void
  readonly watchQueues: (queues: readonly AnyQueue[], scope: () => Scope, now: () => Date) => void
  readonly text: () => Promise<{ type: string; text: string }>
}

export function makeMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  let readQueues = async () => {}
  return {
    observe: observer(duration),
    watch: (prefix, stats) => {
      for (const name of Object.keys(stats())) {
        new Gauge({
          name: `${prefix}_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')}`,
          help: `${name} of the ${prefix}.`,
          registers: [registry],
          collect() {
            this.set(stats()[name] ?? 0)
          },
        })
      }
    },
    watchQueues: (queues, scope, now) => {
      readQueues = queueReader(registry, queues, scope, now)
    },
    text: async () => {
      // Operators need the other metrics most while the database is down.
      await readQueues().catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
      })
      // Registry.merge would drop the `service` label. Metric names do not overlap, so the outputs can be concatenated.
      const texts = await Promise.all([processFigures().metrics(), registry.metrics()])
      return { type: registry.contentType, text: texts.join('') }
    },
  }
}

/**
 * Looking up a label combination costs more than the observation itself. Routes are patterns, so there are few
 * combinations.
 */
function observer(duration: Histogram<'method' | 'route' | 'status'>): Metrics['observe'] {
  const known = new Map<string, { observe(seconds: number): void }>()
  return (method, route, status, seconds) => {
    const key = `${method} ${route} ${status}`
    let series = known.get(key)
    if (!series) {
      series = duration.labels(method, route, String(status))
      known.set(key, series)
    }
    series.observe(seconds)
  }
}

function queueReader(registry: Registry, queues: readonly AnyQueue[], scope: () => Scope, now: () => Date): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['queue'], registers: [registry] })
  const depth = gauge('queue_depth', 'Items that are due or postponed by a fault outside.')
  const oldestAge = gauge('queue_oldest_age_seconds', 'Seconds since the oldest of these items first became due.')
  const dead = gauge('queue_dead', 'Items set aside after repeated failures.')
  const failures = gauge('queue_failures', 'Failures of items, also from faults outside, since the start of the process.')
  return async () => {
    for (const queue of queues) {
      const figures = await queue.figures(scope(), now())
      depth.set({ queue: queue.name }, figures.depth)
      oldestAge.set({ queue: queue.name }, figures.oldestAgeSeconds)
      dead.set({ queue: queue.name }, figures.dead)
      failures.set({ queue: queue.name }, queue.failures)
    }
  }
}
