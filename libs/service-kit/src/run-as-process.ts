import { baseConfig, ConfigError } from './config.ts'
import { createLog } from './log.ts'
import type { AnyService } from './service.ts'
import { startService } from './start-service.ts'

/**
 * Runs a service as its own process, configured by the environment. Prints `{"ready":"http://…"}` on one line to stdout
 * and stops gracefully on SIGTERM or SIGINT. A second signal, or any signal during startup, ends the process
 * immediately. If startup fails, the process logs why and exits with 1.
 * @example await runAsProcess(campaigns)
 */
export async function runAsProcess(definition: AnyService): Promise<never> {
  // Startup reports an invalid log level with the other configuration errors; until then, the log uses the default
  // level.
  const log = createLog(undefined, baseConfig.LOG_LEVEL.safeParse(process.env.LOG_LEVEL).data ?? 'info')
  const fail = (error: unknown, message: string) => {
    log.fatal({ error }, message)
    log.flush(() => process.exit(1))
  }
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'))
  process.on('unhandledRejection', (error) => fail(error, 'unhandled rejection'))
  try {
    const stopRequested = Promise.withResolvers<void>()
    let isStarting = true
    const onSignal = () => {
      process.once('SIGTERM', () => process.exit(1))
      process.once('SIGINT', () => process.exit(1))
      stopRequested.resolve()
      // Index builds may delay startup for minutes, and the supervisor would kill the process before they finish.
      if (isStarting) log.flush(() => process.exit(0))
    }
    process.once('SIGTERM', onSignal)
    process.once('SIGINT', onSignal)
    const service = await startService(definition, { env: process.env, log })
    isStarting = false
    process.stdout.write(`${JSON.stringify({ ready: service.url })}\n`)
    await stopRequested.promise
    await service.stop()
    await new Promise<void>((resolve) => log.flush(() => resolve()))
    process.exit(0)
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : error.stack}\n`,
    )
    process.exit(1)
  }
}
