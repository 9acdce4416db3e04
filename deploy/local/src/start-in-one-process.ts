/** Runs all services and the gateway in this process, with an in-process bus unless `AMQP_URL` is set. */
import { join } from 'node:path'
import { createLog, inProcessBus, openDeadLetters, type RunningService, rabbitBus, startService } from '@reelfair/service-kit'
import type { Parts, StartedServices } from './parts.ts'
import { rotatingFile } from './rotating-file.ts'
import { BUS_DATABASE, gateway, gatewayEnv, serviceEnv, services, type WebSources } from './services.ts'

export async function startInOneProcess(parts: Parts): Promise<StartedServices> {
  const { folder, port, shared } = parts
  const file = rotatingFile(join(folder, 'logs/reelfair.log'))
  const log = createLog('local', shared.LOG_LEVEL ?? 'info', file)
  const deadLetters = await openDeadLetters({ uri: shared.MONGODB_URI ?? '', name: `${shared.DB_PREFIX}_${BUS_DATABASE}`, log })
  // Held until every service has started, so that no outbox event is published before its subscribers exist.
  const local = inProcessBus({ log, deadLetters, held: true })
  const bus = shared.AMQP_URL ? rabbitBus({ url: shared.AMQP_URL, log }) : local
  const started: RunningService[] = []
  const stop = async () => {
    const edge = started.find(({ name }) => name === gateway.name)
    await edge?.stop()
    await Promise.all(started.map((service) => service.stop()))
    await bus.close()
    await deadLetters.close()
    await new Promise<void>((resolve) => file.end(resolve))
  }
  try {
    // Wait for all starts, even if one fails, so that every service that has started can be stopped.
    const outcomes = await Promise.allSettled(
      services.map(async (definition) => {
        started.push(
          await startService(definition, { env: serviceEnv(parts, definition.name, parts.ports?.[definition.name] ?? 0), bus, log }),
        )
      }),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  } catch (error) {
    await stop()
    throw error
  }
  local.release()
  const urls = Object.fromEntries(started.map(({ name, url }) => [name, url]))
  return {
    services: Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { url }])),
    startGateway: async (web: WebSources) => {
      started.push(await startService(gateway, { env: gatewayEnv(parts, port, urls, web), bus, log }))
    },
    stop,
    // Does nothing, because the services end with this process.
    kill: async () => {},
  }
}
