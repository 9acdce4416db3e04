/** Measures each role's pages on a simulated slow phone, and a script-free page for comparison. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort, startLocal } from '@reelfair/local'
import { interactOnSlowPhone, loadOnSlowPhone, pagesOfRoles, SLOW_PHONE, slowDown } from '@reelfair/testkit/slow-phone'
import type { BrowserContext, Page } from 'playwright-core'
import { browser, signIn } from './browser.ts'
import { atClose, closeAll, newFolder, once } from './closing.ts'
import type { Limit, Suite } from './harness.ts'
import { isSmoke, sized } from './sizes.ts'

const LARGEST_PAINT_MS = 2_500
const INTERACTION_MS = 150
const LAYOUT_SHIFT = 0.02

export type Person = keyof typeof pagesOfRoles
const PEOPLE = isSmoke ? (['admin'] as const) : (Object.keys(pagesOfRoles) as Person[])
const pagesOf = (person: Person): readonly string[] => pagesOfRoles[person].slice(0, sized(Number.POSITIVE_INFINITY, 1))

const local = once(async () => {
  const running = await startLocal({ folder: newFolder(), port: await freePort(), market: !isSmoke })
  atClose(() => running.stop())
  return running
})

const HEADLINE =
  '<!doctype html><title>Static</title><meta name="viewport" content="width=device-width"><h1>A heading, and nothing else</h1>'
const staticPage = once(async () => {
  const server = createServer((_req, res) => void res.setHeader('content-type', 'text/html').end(HEADLINE))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atClose(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})

/** Opens a tab with an empty cache. The locale cookie is set, as on any visit after the first. */
async function newTab(person: Person, use: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const { url, signIns } = await local()
  const context = await (await browser()).newContext({ baseURL: url, locale: 'en-GB' })
  try {
    await context.addCookies([{ name: '__Host-locale', value: 'en', domain: 'localhost', path: '/', secure: true }])
    if (person !== 'visitor') await signIn(context, url, { email: `${person}@demo.reelfair.example`, password: signIns[0]?.password ?? '' })
    await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

export async function addressOf(path: string, { request }: Pick<BrowserContext, 'request'>): Promise<string> {
  const [, kind] = /:(campaign|partnership)$/.exec(path) ?? []
  if (kind === undefined) return path
  const { items } = (await (await request.get(`/api/${kind}s/${kind}s`)).json()) as { items: { id: string }[] }
  return path.replace(`:${kind}`, items[0]?.id ?? 'none')
}

const nameOf = (person: Person, path: string) => `${person} ${path}`
export const eachPage = PEOPLE.flatMap((person) => pagesOf(person).map((path) => ({ person, path, name: nameOf(person, path) })))

const slowPhone: Limit = {
  kind: 'limit',
  name: 'slow-phone',
  unit: 'largest contentful paint and slowest interaction in ms, sum of layout shifts, each page with an empty cache',
  measure: '(ms, or share of the window)',
  limits: {
    'a static page: largest paint': Number.POSITIVE_INFINITY,
    ...Object.fromEntries(
      eachPage.flatMap(({ name }) => [
        [`${name}: largest paint`, LARGEST_PAINT_MS],
        [`${name}: interaction`, INTERACTION_MS],
        [`${name}: layout shift`, LAYOUT_SHIFT],
      ]),
    ),
  },
  needed: 3,
  async attempt() {
    const figures: Record<string, number> = {}
    await newTab('visitor', async (page) => {
      await slowDown(page)
      figures['a static page: largest paint'] = (await loadOnSlowPhone(page, await staticPage())).largestPaintMs
    })
    for (const { person, path, name } of eachPage) {
      await newTab(person, async (page, context) => {
        const address = await addressOf(path, context)
        await slowDown(page)
        const { largestPaintMs, layoutShift } = await loadOnSlowPhone(page, address)
        figures[`${name}: largest paint`] = largestPaintMs
        figures[`${name}: layout shift`] = layoutShift
        figures[`${name}: interaction`] = await interactOnSlowPhone(page)
      })
    }
    return figures
  },
}

export const slowPhones: Suite = {
  entries: [slowPhone],
  facts: async () => [
    `slow-phone: Chromium ${(await browser()).version()}, ${SLOW_PHONE.roundTripMs} ms round trip, ${(SLOW_PHONE.bytesPerSecond * 8) / 1e6} Mbit/s, processor ${SLOW_PHONE.timesSlower} × slower, ${SLOW_PHONE.width} px wide; pages of the demo market.`,
  ],
  close: closeAll,
}
