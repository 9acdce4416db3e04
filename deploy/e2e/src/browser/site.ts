/** The whole system with built apps and a real browser in front of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApps, builtApps, freePort, type Local, type LocalOptions, startLocal } from '@reelfair/local'
import { chromiumProgram, NO_CHROMIUM } from '@reelfair/testkit/engines'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type Faults, watchFaults } from './faults.ts'
import { type Overheard, overhear } from './overheard.ts'
import { startWebServer, type WebServer } from './web-server.ts'

/** No sandbox, since tests run as root; and nothing that speaks to the world behind our back. */
const FLAGS = [
  '--no-sandbox',
  '--no-proxy-server',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** @throws Error where there is no Chromium, with a sentence that says what to do */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumProgram()
  if (!executablePath) throw new Error(NO_CHROMIUM)
  return chromium.launch({ executablePath, args: FLAGS })
}

/** The demo's four people, and those of its market. */
export type Role = 'brand' | 'newbrand' | 'creator' | 'admin' | 'kefiro' | 'olmo' | 'nordlys' | 'lea' | 'tom' | 'noah' | 'sofia'
/** The apps within the shell. */
export type RemoteName = 'creator' | 'brand' | 'admin'

export interface Look {
  readonly locale?: 'en' | 'fr'
  readonly theme?: 'light' | 'dark'
  readonly width?: 390 | 1440
}

/** One tab of somebody's browser. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly faults: Faults
}

export interface Site {
  readonly url: string
  readonly local: Local
  readonly folder: string
  /** Each app has a web server of its own, the shell is a folder. */
  readonly servers: Readonly<Record<RemoteName, WebServer>>
  /** Where the files of an app lie. */
  folderOf(app: RemoteName | 'shell'): string
  password: string
  emailOf(role: Role): string
  /** All that was answered and logged. */
  readonly overheard: Overheard
  /** A tab of a browser of its own. Signed in if a role is given, from then on with the same session as all others of that role. */
  visit(who: Role | 'visitor', look?: Look): Promise<Visit>
  /** Another tab of the same browser. */
  newTab(context: BrowserContext): Promise<Visit>
  /** Puts a folder of files in the place of an app's, and the old ones aside; undone by calling what it returns. */
  replaceFiles(app: RemoteName, by?: string): Promise<() => Promise<void>>
  close(): Promise<void>
}

/**
 * @param as `empty`: without the demo; `market`: with all of it; `distributed`: on RabbitMQ with a process per service
 * @throws Error where there is no Chromium, with a sentence that says what to do
 */
export async function openSite(as: Pick<LocalOptions, 'empty' | 'market' | 'distributed'> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-site-'))
  await buildApps(new AbortController().signal)
  // Copies: what a test takes away or deploys is no one else's.
  const apps = builtApps()
  const folderOf = (app: RemoteName | 'shell') => join(folder, 'web', app)
  await cp(apps.SHELL_APP, folderOf('shell'), { recursive: true })
  await cp(apps.REMOTE_CREATOR, folderOf('creator'), { recursive: true })
  await cp(apps.REMOTE_BRAND, folderOf('brand'), { recursive: true })
  await cp(apps.REMOTE_ADMIN, folderOf('admin'), { recursive: true })

  const servers = {
    creator: await startWebServer(folderOf('creator')),
    brand: await startWebServer(folderOf('brand')),
    admin: await startWebServer(folderOf('admin')),
  }
  const web = {
    SHELL_APP: folderOf('shell'),
    REMOTE_CREATOR: servers.creator.url,
    REMOTE_BRAND: servers.brand.url,
    REMOTE_ADMIN: servers.admin.url,
  }
  const local = await startLocal({ ...as, folder, port: await freePort(), web, env: { LOG_LEVEL: 'info' } })
  const overheard = overhear(local, folder)
  const browser = await openBrowser()
  const password = local.signIns[0]?.password ?? ''
  const emailOf = (role: Role) => `${role}@demo.reelfair.example`
  const sessions = sessionsOf(browser, local.url, emailOf, password)

  const newTab = async (context: BrowserContext): Promise<Visit> => {
    const page = await context.newPage()
    await overheard.listen(page)
    return { page, context, faults: watchFaults(page) }
  }
  return {
    url: local.url,
    local,
    folder,
    servers,
    folderOf,
    password,
    emailOf,
    overheard,
    visit: async (who, { locale = 'en', theme = 'light', width = 1440 } = {}) => {
      const signedIn = who === 'visitor' ? undefined : await sessions(who)
      overheard.know(signedIn?.cookies ?? [])
      const context = await browser.newContext({
        baseURL: local.url,
        viewport: { width, height: 900 },
        locale: locale === 'fr' ? 'fr-FR' : 'en-GB',
        timezoneId: 'Europe/Paris',
        colorScheme: theme,
        // What moves is seen in its last state.
        reducedMotion: 'reduce',
        storageState: {
          cookies: signedIn?.cookies ?? [],
          origins: [{ origin: local.url, localStorage: [{ name: 'reelfair.locale', value: locale }] }],
        },
      })
      return newTab(context)
    },
    newTab,
    replaceFiles: async (app, by) => {
      const place = folderOf(app)
      const aside = `${place}-aside`
      await rename(place, aside)
      if (by) await rename(by, place)
      return async () => {
        if (by) await rename(place, by)
        await rename(aside, place)
      }
    },
    close: async () => {
      await browser.close()
      await local.stop()
      for (const server of Object.values(servers)) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Signs each role in once: signing in is limited to thirty times a minute. */
function sessionsOf(browser: Browser, url: string, emailOf: (role: Role) => string, password: string) {
  const known = new Map<Role, Promise<StorageState>>()
  const signIn = async (role: Role) => {
    const context = await browser.newContext({ baseURL: url })
    const answer = await context.request.post('/api/identity/sessions', {
      data: { email: emailOf(role), password },
      headers: { origin: url },
    })
    if (!answer.ok()) throw new Error(`signing in as ${role} was answered ${answer.status()}: ${await answer.text()}`)
    const state = await context.storageState()
    await context.close()
    return state
  }
  return (role: Role) => {
    const session = known.get(role) ?? signIn(role)
    known.set(role, session)
    return session
  }
}
