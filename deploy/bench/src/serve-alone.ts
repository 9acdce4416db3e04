import { type AnyService, createLog, inProcessBus, type RunningService, startService } from '@reelfair/service-kit'

export async function silentBus({ publishes = [] }: AnyService, log: ReturnType<typeof createLog>) {
  const bus = inProcessBus({ log })
  const handle = async (batch: readonly unknown[]) => batch.map(() => 'done' as const)
  await bus.consume({ queue: 'nobody', types: publishes.map(({ type }) => type), handle })
  return bus
}

/** Starts a service as in production, but without rate limits. */
export async function serveAlone(definition: AnyService): Promise<RunningService> {
  const log = createLog(definition.name, 'info')
  return startService(definition, { env: process.env, bus: await silentBus(definition, log), log, unlimited: true })
}
