import { join } from 'node:path'
import { guardProcesses, isFree } from '@reelfair/testkit/engines'
import { defaultFolder, workspaceRoot } from './folders.ts'
import { privateFolder } from './private-files.ts'
import type { Progress } from './progress.ts'
import { isResponding } from './running.ts'
import { APPS, mapValues } from './services.ts'
import type { LocalOptions } from './start-local.ts'
import { supervise } from './supervisor.ts'
import { UserError } from './user-error.ts'

/** The ports must match each app's rsbuild.config.ts. */
const PORTS = { SHELL_APP: 4700, REMOTE_CREATOR: 4701, REMOTE_BRAND: 4702, REMOTE_ADMIN: 4703 } as const
const READY_WITHIN_MS = 60_000

/**
 * @param url Gateway URL
 * @returns `local`: options for `startLocal`
 * @throws UserError if a port is in use, because the apps' configurations fix the ports
 */
export async function startDevServers(
  url: string,
  progress: Progress,
): Promise<{ ready: Promise<void>; local: Pick<LocalOptions, 'web' | 'env'>; stop(): Promise<void> }> {
  for (const [name, port] of Object.entries(PORTS))
    if (!(await isFree(port)))
      throw new UserError(
        `Port ${port}, needed by the development server of ${APPS[name as keyof typeof PORTS]}, is in use. Stop the program that uses it; perhaps \`npm run dev\` is already running.`,
      )
  const pidFolder = join(defaultFolder, 'processes-dev')
  for (const folder of [pidFolder, join(defaultFolder, 'logs')]) privateFolder(folder)
  const dismissGuard = guardProcesses(pidFolder, false)
  const rsbuild = join(workspaceRoot, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  const servers = Object.values(APPS).map((app) =>
    supervise({
      name: app,
      args: [rsbuild, 'dev'],
      env: { NODE_ENV: 'development', REELFAIR_URL: url },
      cwd: join(workspaceRoot, app),
      logFile: join(defaultFolder, 'logs', `${app}.log`),
      pidFolder,
      print: progress.print,
    }),
  )
  const web = mapValues(PORTS, (port) => `http://localhost:${port}`)
  const answersWithin = async (address: string) => {
    const deadline = Date.now() + READY_WITHIN_MS
    // A development server responds once its first build is done.
    while (!(await isResponding(address))) {
      if (Date.now() > deadline)
        throw new UserError(`The development server ${address} is not responding. Its log is in ${join(defaultFolder, 'logs')}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const ready = progress.step('Starting the development servers', async () => {
    await Promise.all(
      Object.entries(web).map(([name, address]) => answersWithin(name === 'SHELL_APP' ? address : `${address}/mf-manifest.json`)),
    )
  })
  ready.catch(() => {})
  const origins = Object.values(web).flatMap((address) => [address, address.replace('http', 'ws')])
  return {
    ready,
    local: { web, env: { NODE_ENV: 'development', DEV_ORIGINS: origins.join(' ') } },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      dismissGuard()
    },
  }
}
