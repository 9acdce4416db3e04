import { type CreatorSearch, UserDeleted } from '@reelfair/contracts'
import { type Explained, explainQueries, person, queriesDuring, startService, type TestApp, times, watchQueries } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { verification } from '../app.ts'
import type { Account } from '../domain/account.ts'
import { anAccount, fillAccounts } from '../testing/fill-accounts.ts'
import { startVerification, statsOf, workflowEnv } from '../testing/start-verification.ts'

interface Page {
  readonly items: { readonly accountId: string; readonly username: string }[]
  readonly next?: string
  readonly isPartial: boolean
}

const MAX_KEYS = 5_000
/** Keys that a query may read in addition to its results, because the engines read a few rows ahead. */
const READ_AHEAD = 8
/** The soak searches as many accounts as the specification requires, with every combination of filters and sorts. */
const SOAK_ACCOUNTS = process.env.QUERIES_DOCUMENTS
const MANY = Number(SOAK_ACCOUNTS ?? 6_000)

watchQueries()
/** A new brand for each request, because of the rate limit per person. */
const search = (app: TestApp, query: object = {}) => app.as(person('brand')).get('/creators', query)

const sorts = (['averageViews', 'followers', 'rpmCents'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).map((order) => ({ sort, order })),
)
const narrowed = [{}, { username: 'le' }, { username: 'lea.1' }, { category: 'Food_Cooking' }, { country: 'FR' }, { city: 'paris' }]
const residual = [
  {},
  { network: 'youtube' },
  { language: 'pt', minRpmCents: 2, verifiedSince: '2026-11-01', minFollowers: 1, maxAverageViews: 9_000_000, collab: 'open' },
]
const combinations = narrowed.flatMap((narrow) => residual.map((filter) => ({ ...narrow, ...filter })))

async function readBy(app: TestApp, query: object) {
  let page: Page = { items: [], isPartial: false }
  const queries = await queriesDuring(app, async () => {
    page = (await search(app, query)).body
  })
  return { page, explained: (await explainQueries(app, queries)).filter(({ find }) => find === 'accounts') }
}

/** The queries of the first page and, if there is one, of the next. */
async function pagesBy(app: TestApp, query: object) {
  const first = await readBy(app, query)
  return first.page.next ? [first, await readBy(app, { ...query, cursor: first.page.next })] : [first]
}

const isOrdered = ({ stages }: Explained) => !/COLLSCAN|SORT/.test(stages)

describe('with a few accounts', async () => {
  const app = await startService(verification, { env: workflowEnv })
  const accounts = times(400, (number) => anAccount(number))
  await fillAccounts(app, accounts)

  const pageOf = async (query: object): Promise<Page> => {
    const { status, body } = await search(app, query)
    expect([status, body.code]).toEqual([200, undefined])
    return body
  }
  async function everyPage(filters: object, limit: number) {
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await pageOf({ ...filters, limit, ...(cursor && { cursor }) })
      expect(page.items.length).toBeLessThanOrEqual(limit)
      found.push(...page.items.map(({ username }) => username))
      if (page.next === undefined) return found
      cursor = page.next
    }
  }

  /** Filters and sorts all accounts in memory. */
  function expected(asked: Partial<CreatorSearch>) {
    const { sort = 'averageViews', order = 'desc', username = '', country, city, verifiedSince = '2000-01-01' } = asked
    const known = (value: number | null | undefined) => value ?? undefined
    const fits = (value: number | null | undefined, min?: number, max?: number) =>
      (min === undefined && max === undefined) ||
      (known(value) !== undefined && Number(value) >= (min ?? 0) && Number(value) <= (max ?? 1e12))
    const codes: Readonly<Record<string, string>> = { France: 'FR', BE: 'BE', Belgique: 'BE' }
    const turn = order === 'asc' ? 1 : -1
    return accounts
      .filter(
        (one) =>
          one.username.toLowerCase().startsWith(username.toLowerCase()) &&
          (['network', 'language', 'category'] as const).every((field) => asked[field] === undefined || one[field] === asked[field]) &&
          (country === undefined || codes[one.country ?? ''] === country) &&
          (city === undefined || one.city?.trim().toLowerCase() === city.toLowerCase()) &&
          (asked.collab === undefined || one.isCollabOpen) &&
          Number(one.verifiedAt) >= Date.parse(`${verifiedSince}T00:00:00+01:00`) &&
          fits(one.followers, asked.minFollowers, asked.maxFollowers) &&
          fits(one.averageViews, asked.minAverageViews, asked.maxAverageViews) &&
          fits(one.rpmCents, asked.minRpmCents, asked.maxRpmCents),
      )
      .toSorted((one, other) => {
        const [a, b] = [known(one[sort]), known(other[sort])]
        if (a === undefined || b === undefined) return a === b ? (one.id < other.id ? -turn : turn) : a === undefined ? 1 : -1
        return a === b ? (one.id < other.id ? -turn : turn) : (a - b) * turn
      })
      .map((one) => one.username)
  }

  const filters: readonly Partial<CreatorSearch>[] = [
    {},
    { network: 'tiktok' },
    { language: 'de', minFollowers: 3_000 },
    { category: 'Drinks_Coffee', maxAverageViews: 2_000 },
    { country: 'BE' },
    { city: 'LYON', collab: 'open' },
    { username: 'le' },
    { username: 'LEA', minRpmCents: 20, maxRpmCents: 50 },
    { username: 'zoé.1' },
    { verifiedSince: '2026-03-01', country: 'FR', category: 'Food_Cooking' },
    { minAverageViews: 500, maxFollowers: 6_000, network: 'instagram', language: 'en' },
    { username: 'nobody' },
  ]

  test.each(sorts)('lists by $sort $order what a plain filter and sort of all accounts lists', async (sort) => {
    for (const filter of filters) {
      const asked = { ...filter, ...sort }
      expect([asked, await everyPage(asked, 41)]).toEqual([asked, expected(asked)])
    }
  })

  test.each(sorts)('by $sort $order, reads an index in the order of the list, and at most eight keys beyond its results', async (sort) => {
    const faults: unknown[] = []
    for (const filters of combinations)
      for (const { explained } of await pagesBy(app, { ...sort, ...filters }))
        for (const one of explained) if (!isOrdered(one) || one.keys > one.returned + READ_AHEAD) faults.push({ ...filters, ...one })
    expect(faults).toEqual([])
  })

  test.each([{}, { category: 'Food_Cooking' }, { country: 'FR' }, { city: 'lyon' }])(
    'reads no more accounts than the page and one for %j, because all of them match',
    async (filter) => {
      const { page, explained } = await readBy(app, { ...filter, limit: 20 })
      expect(page.items).toHaveLength(20)
      expect(explained.reduce((sum, { keys }) => sum + keys, 0)).toBeLessThanOrEqual(21 + READ_AHEAD)
    },
  )

  test('ignores a leading @ in the username', async () => {
    expect(await everyPage({ username: '@lea' }, 100)).toEqual(expected({ username: 'lea' }))
  })

  test.each(['', 'nonsense', Buffer.from('[1]').toString('base64url'), Buffer.from('["x","y"]').toString('base64url')])(
    'refuses the cursor %j',
    async (cursor) => {
      const { status, body } = await search(app, { cursor })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test('no longer finds the accounts of a deleted creator', async () => {
    const one = anAccount(1_000, { category: 'Pets_Animals' })
    await fillAccounts(app, [one, anAccount(1_001, { category: 'Pets_Animals' })])
    expect((await pageOf({ category: 'Pets_Animals' })).items).toHaveLength(2)
    await app.deliver(UserDeleted.of({ userId: one.creatorId, role: 'creator' }))
    expect((await pageOf({ category: 'Pets_Animals' })).items.map(({ username }) => username)).toEqual(['Leo.1001'])
  })
})

describe('with accounts from the network', async () => {
  const { app, add, verified, work, workflow, clock } = await startVerification()
  const found = async (): Promise<string[]> =>
    (await search(app)).body.items.map(({ username }: { username: string }) => username).toSorted()

  test('shows the figures and their date, but nothing else about the creator', async () => {
    const { creator, id } = await verified(person('creator'), 'Lea.Films')
    await app.as(creator).put(`/accounts/${id}/collab`, { isOpen: true })
    expect((await search(app)).body).toEqual({
      items: [
        {
          accountId: id,
          network: 'instagram',
          username: 'Lea.Films',
          language: 'en',
          category: 'Food_Cooking',
          country: 'FR',
          city: 'Lyon',
          followers: 24_000,
          averageViews: 8_100,
          rpmCents: 120,
          isCollabOpen: true,
          verifiedAt: '2026-11-21T12:00:00.000Z',
          statsAt: '2026-11-21T12:00:00.000Z',
          record: { tiers: [], observed: 0, qualified: 0, daysToFirstVideo: null },
        },
      ],
      isPartial: false,
    })
  })

  test('finds only verified, public accounts without an age restriction', async () => {
    await add(person('creator'), 'unverified')
    const { creator, id, username } = await verified()
    expect(await found()).toEqual(['Lea.Films', username])
    for (const hidden of [{ isPublic: false }, { ageRestricted: true }, {}]) {
      clock.advance({ days: 8 })
      workflow.answersNext({ body: statsOf(username, hidden) })
      await app.as(creator).post(`/accounts/${id}/stats`, {})
      await work()
      expect(await found()).toEqual(Object.keys(hidden).length > 0 ? ['Lea.Films'] : ['Lea.Films', username])
    }
  })
})

describe(`with ${MANY} accounts`, async () => {
  const app = await startService(verification, { env: workflowEnv })
  const last = { username: 'xavi.last', usernameKey: 'xavi.last', followers: 0, averageViews: 0, rpmCents: 1 }
  const rare = {
    network: 'youtube',
    language: 'pt',
    city: 'Rare',
    verifiedAt: new Date('2026-11-20T12:00:00Z'),
    isCollabOpen: true,
  } as const
  const common: Partial<Account> = { network: 'instagram', language: 'en', country: 'France', city: 'Paris', category: 'Food_Cooking' }
  await fillAccounts(app, manyAccounts(app.context()))

  function* manyAccounts({ newId }: { newId(): string }) {
    const ids = () => ({ id: newId(), creatorId: newId() })
    for (let number = 0; number < MANY; number += 1)
      yield anAccount(number, { ...common, ...ids(), username: `lea.${number}`, usernameKey: `lea.${number}` })
    yield anAccount(MANY, { ...common, ...ids(), ...last, ...rare })
  }

  // In `npm test`, each sort has its own selective filter, and the other filters leave one account.
  const searches = sorts.map((sort, at) => ({
    ...sort,
    filters: SOAK_ACCOUNTS === undefined ? [{ ...narrowed[at], ...residual[2] }] : combinations,
  }))

  test.each(searches)('by $sort $order, reads at most 5,000 keys for a page', { timeout: 600_000 }, async ({ filters, ...sort }) => {
    const faults: unknown[] = []
    for (const filter of filters)
      for (const { explained } of await pagesBy(app, { ...sort, ...filter })) {
        const keys = explained.reduce((sum, one) => sum + one.keys, 0)
        if (keys > MAX_KEYS || !explained.every(isOrdered)) faults.push({ ...filter, keys, explained })
      }
    expect(faults).toEqual([])
  })

  test('returns what it found and a cursor to search further when it may read no more', { timeout: 120_000 }, async () => {
    const rarest = { sort: 'followers', order: 'desc', network: 'youtube', language: 'pt' }
    const pages: Page[] = []
    for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; cursor = pages.at(-1)?.next)
      pages.push((await search(app, { ...rarest, ...(cursor && { cursor }) })).body)
    expect(pages[0]).toEqual({ items: [], isPartial: true, next: expect.any(String) })
    expect(pages.flatMap(({ items }) => items)).toMatchObject([{ username: 'xavi.last' }])
    expect(pages.map(({ isPartial }) => isPartial)).toEqual([...pages.slice(1).map(() => true), false])
  })

  test('finds a username at once by its first letters', async () => {
    const { page, explained } = await readBy(app, { username: 'xav' })
    expect(page.items.map(({ username }) => username)).toEqual(['xavi.last'])
    expect(explained.reduce((sum, one) => sum + one.keys, 0)).toBeLessThan(10)
  })
})
