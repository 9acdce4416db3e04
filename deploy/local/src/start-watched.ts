/** For `npm run dev`: all services and the gateway in one process beside this one, which starts again when a file that it has read changes. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { guardProcesses } from '@reelfair/testkit/engines'
import type { Parts, StartedServices } from './parts.ts'
import { READY_WITHIN_MS, untilReady } from './running.ts'
import { gateway, services, sourcesOf } from './services.ts'
import { onSourceChange, type Supervised, supervise } from './supervisor.ts'

/** The variable by which `watched-services.ts` is told what to start. */
export const WATCHED = 'REELFAIR_WATCHED'

export function startWatched(parts: Parts): StartedServices {
  const { folder, port, say } = parts
  const pidFolder = join(folder, 'processes')
  mkdirSync(pidFolder, { recursive: true })
  const dismissGuard = guardProcesses(pidFolder, false)
  const logFile = join(folder, 'logs/reelfair.log')
  let running: Supervised | undefined
  let stopWatching = () => {}
  const stop = async (signal: NodeJS.Signals) => {
    stopWatching()
    await running?.stop(signal)
    dismissGuard()
  }
  return {
    // Their addresses change with each start.
    services: {},
    startGateway: async (web) => {
      const args = [join(import.meta.dirname, 'watched-services.ts')]
      running = supervise({ name: 'services', args, env: { [WATCHED]: JSON.stringify({ ...parts, web }) }, logFile, pidFolder, say })
      await untilReady('the services', `http://127.0.0.1:${port}`, logFile, READY_WITHIN_MS)
      stopWatching = onSourceChange(sourcesOf([...services, gateway].map(({ name }) => name)), (file) => {
        say(`${file} has changed: the services start again`)
        void running?.restart()
      })
    },
    stop: () => stop('SIGTERM'),
    kill: () => stop('SIGKILL'),
  }
}
