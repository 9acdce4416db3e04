/** A service as a process of its own: what its `main.ts` calls. */
import { baseConfig, ConfigFault } from './config.ts'
import { createLog } from './log.ts'
import type { AnyService } from './service.ts'
import { startService } from './start-service.ts'

/**
 * Starts a service from the environment, prints `{"ready":"http://…"}` in one line to stdout, and stops it gracefully on SIGTERM or SIGINT; a second
 * signal, or one that comes while it still starts, ends it at once. Exits with 1 and sentences on stderr when it cannot start.
 * @example await runAsProcess(campaigns)
 */
export async function runAsProcess(definition: AnyService): Promise<never> {
  // A level that is none is reported with the other faults of the configuration, which needs no log.
  const log = createLog(undefined, baseConfig.LOG_LEVEL.safeParse(process.env.LOG_LEVEL).data ?? 'info')
  const fail = (error: unknown, where: string) => {
    log.fatal({ error }, where)
    log.flush(() => process.exit(1))
  }
  process.on('uncaughtException', (error) => fail(error, 'nobody caught this'))
  process.on('unhandledRejection', (error) => fail(error, 'nobody awaited this'))
  try {
    const asked = Promise.withResolvers<void>()
    let isStarting = true
    const onSignal = () => {
      process.once('SIGTERM', () => process.exit(1))
      process.once('SIGINT', () => process.exit(1))
      asked.resolve()
      // Indexes may keep a start for minutes, and whoever asks would kill it before.
      if (isStarting) log.flush(() => process.exit(0))
    }
    process.once('SIGTERM', onSignal)
    process.once('SIGINT', onSignal)
    const service = await startService(definition, { env: process.env, log })
    isStarting = false
    process.stdout.write(`${JSON.stringify({ ready: service.url })}\n`)
    await asked.promise
    await service.stop()
    await new Promise<void>((resolve) => log.flush(() => resolve()))
    process.exit(0)
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigFault || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : error.stack}\n`,
    )
    process.exit(1)
  }
}
