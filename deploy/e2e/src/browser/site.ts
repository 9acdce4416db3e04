import { mkdtempSync, rmSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApps, builtApps, freePort, type Local, type LocalOptions, startLocal } from '@reelfair/local'
import { chromiumProgram, NO_CHROMIUM } from '@reelfair/testkit/engines'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type Faults, watchFaults } from './faults.ts'
import { type RecordedTraffic, recordTraffic } from './recorded-traffic.ts'
import { startWebServer, type WebServer } from './web-server.ts'

/** Disables Chromium's background traffic. Also disables its sandbox, because tests run as root. */
const FLAGS = [
  '--no-sandbox',
  '--no-proxy-server',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumProgram()
  if (!executablePath) throw new Error(NO_CHROMIUM)
  return chromium.launch({ executablePath, args: FLAGS })
}

export type Role =
  | 'brand'
  | 'newbrand'
  | 'creator'
  | 'admin'
  | 'kefiro'
  | 'olmo'
  | 'nordlys'
  | 'lea'
  | 'tom'
  | 'noah'
  | 'sofia'
  | 'mira'
  | 'nina'
type RemoteName = 'creator' | 'brand' | 'admin'

interface Look {
  readonly locale?: 'en' | 'fr'
  readonly theme?: 'light' | 'dark'
  readonly width?: 390 | 1440
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly faults: Faults
}

export interface Site {
  readonly url: string
  readonly local: Local
  readonly folder: string
  /** The apps' web servers. The gateway serves the shell from a folder. */
  readonly servers: Readonly<Record<RemoteName, WebServer>>
  folderOf(app: RemoteName | 'shell'): string
  password: string
  emailOf(role: Role): string
  readonly traffic: RecordedTraffic
  /** Opens a tab in a new browser context. Tabs with the same role share a session. */
  visit(who: Role | 'visitor', look?: Look): Promise<Visit>
  /** Makes the next visit sign in again, after a step that ended the role's sessions. */
  renewSession(role: Role): void
  newTab(context: BrowserContext): Promise<Visit>
  /** Opens a browser context with the given options only. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext>
  /**
   * Replaces or removes an app's files.
   * @returns a function that restores them
   */
  replaceFiles(app: RemoteName, by?: string): Promise<() => Promise<void>>
  close(): Promise<void>
}

type SiteOptions = Pick<LocalOptions, 'empty' | 'market' | 'distributed'>

/**
 * @param as `empty`: no demo data; `market`: the demo market; `distributed`: RabbitMQ and one process per service
 * @throws Error with instructions if Chromium is missing
 */
export async function openSite(as: SiteOptions = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-site-'))
  await buildApps(new AbortController().signal)
  // Copies the apps, so that tests can replace their files without affecting others.
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
  const local = await startLocal({ ...as, folder, port: await freePort(), web, env: { LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' } })
  const overheard = recordTraffic(local, folder)
  const browser = await openBrowser()
  const password = local.signIns[0]?.password ?? ''
  const emailOf = (role: Role) => `${role}@demo.reelfair.example`
  const sessions = sessionsOf(browser, local.url, emailOf, password)

  const newTab = async (context: BrowserContext): Promise<Visit> => {
    const page = await context.newPage()
    await overheard.record(page)
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
    traffic: overheard,
    visit: async (who, { locale = 'en', theme = 'light', width = 1440 } = {}) => {
      const signedIn = who === 'visitor' ? undefined : await sessions.of(who)
      overheard.addSessionCookies(signedIn?.cookies ?? [])
      const context = await browser.newContext({
        baseURL: local.url,
        viewport: { width, height: 900 },
        locale: locale === 'fr' ? 'fr-FR' : 'en-GB',
        timezoneId: 'Europe/Paris',
        colorScheme: theme,
        // Disables animations, so that pages do not move during inspection.
        reducedMotion: 'reduce',
        storageState: {
          cookies: signedIn?.cookies ?? [],
          origins: [{ origin: local.url, localStorage: [{ name: 'reelfair.locale', value: locale }] }],
        },
      })
      return newTab(context)
    },
    renewSession: sessions.renew,
    newTab,
    newContext: (options) => browser.newContext({ baseURL: local.url, ...options }),
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

/**
 * Signs each role in only once and from its own address, because the product allows 30 sign-ins per minute from each
 * address.
 */
function sessionsOf(browser: Browser, url: string, emailOf: (role: Role) => string, password: string) {
  const known = new Map<Role, Promise<StorageState>>()
  const signIn = async (role: Role) => {
    const context = await browser.newContext({ baseURL: url })
    const answer = await context.request.post('/api/identity/sessions', {
      data: { email: emailOf(role), password },
      headers: { origin: url, 'x-forwarded-for': `192.0.2.${known.size + 1}` },
    })
    if (!answer.ok()) throw new Error(`signing in as ${role} failed with ${answer.status()}: ${await answer.text()}`)
    const state = await context.storageState()
    await context.close()
    return state
  }
  return {
    of(role: Role) {
      const session = known.get(role) ?? signIn(role)
      known.set(role, session)
      return session
    },
    renew: (role: Role) => void known.delete(role),
  }
}
