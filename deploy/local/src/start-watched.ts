import { join } from 'node:path'
import { freePort, guardProcesses } from '@reelfair/testkit/engines'
import type { Parts, StartedServices } from './parts.ts'
import { privateFolder } from './private-files.ts'
import { READY_WITHIN_MS, untilReady } from './running.ts'
import { gateway, mapValues, services, sourcesOf } from './services.ts'
import { onSourceChange, type Supervised, supervise } from './supervisor.ts'

/** This variable passes the start options to `watched-services.ts` as JSON. */
export const WATCHED = 'REELFAIR_WATCHED'

export async function startWatched(parts: Parts): Promise<StartedServices> {
  const { folder, port, print } = parts
  const pidFolder = join(folder, 'processes')
  privateFolder(pidFolder)
  const dismissGuard = guardProcesses(pidFolder, false)
  const logFile = join(folder, 'logs/reelfair.log')
  let running: Supervised | undefined
  let stopWatching = () => {}
  // Each service keeps its port, so that the sandbox and the commands find it after a restart.
  const ports: Record<string, number> = {}
  for (const { name } of services) ports[name] = await freePort()
  const stop = async (signal: NodeJS.Signals) => {
    stopWatching()
    await running?.stop(signal)
    dismissGuard()
  }
  return {
    services: mapValues(ports, (own) => ({ url: `http://127.0.0.1:${own}` })),
    startGateway: async (web) => {
      const args = [join(import.meta.dirname, 'watched-services.ts')]
      running = supervise({
        name: 'services',
        args,
        env: { [WATCHED]: JSON.stringify({ ...parts, ports, web }) },
        logFile,
        pidFolder,
        print,
      })
      for (const [name, own] of Object.entries(ports)) await untilReady(name, `http://127.0.0.1:${own}`, logFile, READY_WITHIN_MS)
      await untilReady('the gateway', `http://127.0.0.1:${port}`, logFile, READY_WITHIN_MS)
      stopWatching = onSourceChange(sourcesOf([...services, gateway].map(({ name }) => name)), (file) => {
        print(`${file} changed: restarting the services`)
        void running?.restart()
      })
    },
    stop: () => stop('SIGTERM'),
    kill: () => stop('SIGKILL'),
  }
}
