import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildWithRsbuild, workspaceRoot } from './build-with-rsbuild.ts'
import type { Extent } from './every-page.ts'
import type { Site } from './site.ts'

const FAILED = 'This part of Reelfair didn’t load.'

/** The heading appears only once the role's app has rendered its first page. */
const FIRST_PAGES = {
  creator: { path: '/dashboard', heading: 'Public campaigns' },
  brand: { path: '/brand-dashboard', heading: 'Your views' },
  admin: { path: '/admin', heading: 'Nightly reading' },
} as const

const waitForApp = (page: Page, role: keyof typeof FIRST_PAGES) => page.getByRole('heading', { name: FIRST_PAGES[role].heading }).waitFor()

/** Titles of the overview in the two versions of the admin app. */
const TITLES = {
  en: ['Overview', 'Overview of the second version'],
  fr: ['Vue d’ensemble', 'Vue d’ensemble de la deuxième version'],
} as const

/**
 * Builds a second version of the admin app.
 * @returns its folder
 */
async function buildOtherAdmin(site: Site): Promise<string> {
  const room = join(site.folder, 'workspace')
  const app = join(room, 'mfe-admin')
  await mkdir(room, { recursive: true })
  const skipped = ['node_modules', 'dist', '.mf', '.nx']
  await cp(join(workspaceRoot, 'mfe-admin'), app, { recursive: true, filter: (from) => !skipped.some((name) => from.endsWith(`/${name}`)) })
  await cp(join(workspaceRoot, 'tsconfig.base.json'), join(room, 'tsconfig.base.json'))
  await symlink(join(workspaceRoot, 'node_modules'), join(room, 'node_modules'))
  for (const [locale, [former, title]] of Object.entries(TITLES)) {
    const words = join(app, `src/messages/${locale}.ts`)
    const before = await readFile(words, 'utf8')
    const after = before.replace(`'overview-title': '${former}'`, `'overview-title': '${title}'`)
    expect(after).not.toBe(before)
    await writeFile(words, after)
  }
  await buildWithRsbuild(app)
  return join(app, 'dist')
}

/** @param extent `one`: without the tests that wait for a time limit or build an app */
export function separateRemotes(site: Site, extent: Extent): void {
  test('keeps the shell and other apps working while the files of one app are missing, and loads that app on retry', async () => {
    const putBack = await site.replaceFiles('brand')
    const { page, context, faults } = await site.visit('brand')
    await page.goto('/brand-dashboard')
    await page.getByText(FAILED).waitFor()
    await page.getByText('Everything else still works.').waitFor()
    const others = await Promise.all([site.visit('creator'), site.visit('admin')])
    for (const [at, role] of (['creator', 'admin'] as const).entries()) {
      const other = others[at]
      await other?.page.goto(FIRST_PAGES[role].path)
      await waitForApp(other?.page as Page, role)
      expect(other?.faults.found).toEqual([])
      await other?.context.close()
    }

    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.click()
    await page.getByText(FAILED).waitFor()
    await page.getByRole('button', { name: 'Français' }).click()
    await page.getByText('Cette partie de Reelfair').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Alpine Oats' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.keyboard.press('Escape')

    await putBack()
    await retry.click()
    await waitForApp(page, 'brand')
    // The browser reports missing files as network errors, and the module loader adds its own messages.
    faults.forget(/\/remotes\/brand\/|mf-manifest|RUNTIME-|Federation|loadRemote|ScriptExternal/i)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('shows an error panel while the script of one of the shell’s pages does not load, and loads the page on retry', async () => {
    const { page, context, faults } = await site.visit('visitor')
    // The first page preloads the shell's messages, without which no page renders.
    await page.goto('/login')
    const next = page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true })
    await next.waitFor()
    await page.route('**/static/js/async/**', (route) => route.abort())
    await next.click()
    await page.getByText(FAILED).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/signup')
    faults.forget(/\/static\/js\/async\/|ChunkLoadError/)
    expect(faults.found).toEqual([])
    await context.close()
  })

  if (extent === 'one') return
  test('gives up on an app after 10 s when any of its files hangs, and loads the app on retry', async () => {
    const hangs = [
      { role: 'creator', name: /mf-manifest/ },
      { role: 'brand', name: /remoteEntry/ },
      { role: 'admin', name: /\/static\// },
    ] as const
    const hang = async ({ role, name }: (typeof hangs)[number]) => {
      const { page, context } = await site.visit(role)
      const release = site.servers[role].hang(name)
      try {
        // The shell's time limit starts with its request for remotes.json; a page's own script gets another 10 s.
        let since = 0
        let hung = 0
        page.on('request', (request) => {
          if (request.url().endsWith('/remotes.json')) since ||= Date.now()
          if (request.url().includes(`/remotes/${role}/`) && name.test(request.url())) hung ||= Date.now()
        })
        await page.goto(FIRST_PAGES[role].path)
        await page.getByText(FAILED).waitFor()
        const now = Date.now()
        // On a busy machine, the test sees the request late, so the lower bound is less than 10 s.
        expect(now - since, role).toBeGreaterThan(8_500)
        expect(now - hung, role).toBeLessThan(15_000)
        await page.getByText('No response within 10 seconds.').waitFor()
      } finally {
        release()
      }
      await page.getByRole('button', { name: 'Try again' }).click()
      await waitForApp(page, role)
      await context.close()
    }
    await Promise.all(hangs.map(hang))
  })

  test('shows a new version of an app without a new shell, while open tabs continue with the old version', async () => {
    const files = await buildOtherAdmin(site)
    const open = await site.visit('admin')
    await open.page.goto('/admin')
    await open.page.getByRole('heading', { level: 1, name: TITLES.en[0], exact: true }).waitFor()
    const scriptsOf = (page: Page) =>
      page.evaluate(() => [...document.scripts].map(({ src }) => new URL(src).pathname).filter((path) => path.startsWith('/static/')))

    const undo = await site.replaceFiles('admin', files)
    const { page, context, faults } = await site.visit('admin')
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1, name: TITLES.en[1] }).waitFor()
    expect(await scriptsOf(page)).toEqual(await scriptsOf(open.page))
    await open.page.getByRole('button', { name: 'Français' }).click()
    // The old version's French messages are gone, so the page reloads with the new version.
    await open.page.getByRole('heading', { level: 1, name: TITLES.fr[1] }).waitFor()
    open.faults.forget(/remotes\/admin\/static\/js\/async\//)
    await open.page.getByRole('button', { name: 'English' }).click()
    await open.page.getByRole('heading', { level: 1, name: TITLES.en[1] }).waitFor()
    expect([...faults.found, ...open.faults.found]).toEqual([])
    await undo()
    await Promise.all([context.close(), open.context.close()])
  })
}
