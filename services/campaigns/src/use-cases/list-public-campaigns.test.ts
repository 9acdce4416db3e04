import { BrandRegistered, SettingChanged } from '@reelfair/contracts'
import { movableClock, type Person, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { accountsOf } from '../store/accounts.ts'
import { campaigns as store } from '../store/campaigns.ts'
import { runningOf } from '../store/sign-ups.ts'
import { aCampaign, aCreatorWithAccount, aLogo, aRunningCampaign } from '../testing/a-campaign.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const brand = person('brand')
const mediaId = await aLogo(app, brand)
const running = (facts: object = {}) => aRunningCampaign(app, { brand, mediaId, ...facts })
const creator = person('creator')
const names = async (query: object = {}) =>
  (await app.as(creator).get('/public-campaigns', query)).body.items.map(({ name }: { name: string }) => name)

await running({ name: 'month', duration: '1 month', category: 'Food_Cooking' })
await running({ name: 'week', language: 'de', viewsGoal: 50_000 })
clock.advance({ hours: 1 })
await running({ name: 'later', language: 'de', category: 'Food_Cooking', viewsGoal: 1_000 })
await running({ name: 'tiktok', network: 'tiktok' })
await aCampaign(app, { brand, mediaId, network: 'instagram', name: 'waiting' })

test('lists active campaigns on public networks, ordered by end date', async () => {
  expect(await names()).toEqual(['week', 'later', 'month'])
})

test.each([
  [{ language: 'de' }, ['week', 'later']],
  [{ category: 'Food_Cooking' }, ['later', 'month']],
  [{ language: 'de', category: 'Food_Cooking' }, ['later']],
  [{ minViews: 10_000 }, ['week', 'month']],
  [{ maxViews: 10_000 }, ['later', 'month']],
  [{ minViews: 10_000, maxViews: 10_000 }, ['month']],
  [{ remaining: '24h' }, []],
  [{ remaining: '7d' }, ['week', 'later']],
  [{ remaining: '30d' }, ['week', 'later', 'month']],
  [{ remaining: 'all' }, ['week', 'later', 'month']],
])('the filter %j returns %j', async (query, wanted) => expect(await names(query)).toEqual(wanted))

test.each([{ language: 'fr' }, { minViews: -1 }, { minViews: 'many' }, { remaining: '1h' }, { brandId: 'x' }, { cursor: 'forged' }])(
  'rejects the query %j',
  async (query) => expect((await app.as(creator).get('/public-campaigns', query)).status).toBe(400),
)

test('returns the list in pages', async () => {
  const first = (await app.as(creator).get('/public-campaigns', { limit: 2 })).body
  const second = (await app.as(creator).get('/public-campaigns', { limit: 2, cursor: first.next })).body
  expect([first, second].map(({ items }) => items.map(({ name }: { name: string }) => name))).toEqual([['week', 'later'], ['month']])
  expect(second).not.toHaveProperty('next')
})

test('shows the prize pool and progress of each campaign, but nothing that is private to its brand', async () => {
  const { items, figures, windowDays } = (await app.as(creator).get('/public-campaigns')).body
  expect(items[0]).toMatchObject({
    viewsGoal: 50_000,
    remainingViews: 50_000,
    grantedViews: 0,
    cashprizeCents: 500,
    logo: { kind: 'image' },
  })
  expect(items[0]).toHaveProperty('endsAt')
  expect(JSON.stringify(items)).not.toMatch(/contact|credit|paid|price|email|phone/i)
  for (const secret of ['brandId', 'version', 'signUps']) expect(items[0]).not.toHaveProperty(secret)
  expect(figures).toEqual({ limit: 5, minimum: 5_000 })
  expect(windowDays).toBe(14)
})

test('shows which accounts are eligible for each campaign, or every reason why none is', async () => {
  const german = await aCreatorWithAccount(app, { language: 'de' })
  const reasonsOf = async (who: Person) => {
    const { items } = (await app.as(who).get('/public-campaigns')).body
    return Object.fromEntries(items.map(({ name, reasons }: { name: string; reasons: string[] }) => [name, reasons]))
  }
  expect(await reasonsOf(creator)).toEqual({
    week: ['account_not_verified'],
    later: ['account_not_verified'],
    month: ['account_not_verified'],
  })
  expect(await reasonsOf(german.creator)).toEqual({ week: [], later: ['category_differs'], month: ['category_differs'] })
  const poor = await aCreatorWithAccount(app, { creator: german.creator, language: 'wait', averageViews: 4_999 })
  const { items } = (await app.as(german.creator).get('/public-campaigns')).body
  expect(items[0]).toMatchObject({ name: 'week', reasons: [] })
  const accounts = items[0].accounts as { accountId: string; isEligible: boolean; reasons: string[] }[]
  expect(accounts.find(({ accountId }) => accountId === german.accountId)).toMatchObject({ isEligible: true, reasons: [] })
  expect(accounts.find(({ accountId }) => accountId === poor.accountId)).toMatchObject({
    isEligible: false,
    reasons: ['language_analysing', 'average_views_too_low'],
  })
  expect(items[1].reasons).toEqual(['language_analysing', 'category_differs', 'average_views_too_low'])
})

test('shows the account with which a creator has signed up for a campaign', async () => {
  const { creator: joined, joins } = await aCreatorWithAccount(app, { language: 'de' })
  const { id } = (await app.as(joined).get('/public-campaigns')).body.items[0]
  const { username } = (await joins(id)).body
  const [first, ...others] = (await app.as(joined).get('/public-campaigns')).body.items
  expect(first).toMatchObject({ signedUpWith: username, reasons: ['already_signed_up'] })
  expect(others[0]).not.toHaveProperty('signedUpWith')
})

test('returns each creator’s own data when several request the list concurrently', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => aCreatorWithAccount(app, { language: 'de' })))
  const { id } = (await app.as(creator).get('/public-campaigns')).body.items[0]
  for (const { joins } of many.slice(0, 4)) await joins(id)
  const answers = await Promise.all([...many, { creator }].map((one) => app.as(one.creator).get('/public-campaigns')))
  const seen = answers.map(({ body }) => {
    const [first] = body.items
    return { accounts: first.accounts.map(({ accountId }: { accountId: string }) => accountId), joined: 'signedUpWith' in first }
  })
  expect(seen).toEqual([...many.map(({ accountId }, at) => ({ accounts: [accountId], joined: at < 4 })), { accounts: [], joined: false }])
})

test('returns complete data to concurrent requests even if one creator has a large number of documents', async () => {
  const [rich, poor] = [person('creator').id, person('creator').id]
  const ctx = app.context()
  const now = clock.now()
  const [soon, late] = [1, 2].map((hours) => new Date(now.getTime() + hours * 3_600_000))
  const rows = (creatorId: string, count: number) =>
    Array.from({ length: count }, () => ({
      _id: crypto.randomUUID(),
      creatorId,
      code: crypto.randomUUID(),
      campaignId: crypto.randomUUID(),
    }))
  const inDatabase = (name: string) => app.database.collection<{ _id: string }>(name)
  const rowsOfAll = (count: number) => [...rows(rich, count), ...rows(poor, 1)]
  await inDatabase('accounts').insertMany(rowsOfAll(40))
  await inDatabase('sign_ups').insertMany(rowsOfAll(40).map((row) => ({ ...row, endsAt: soon })))
  const read = async () => {
    const asked = [rich, poor, rich]
    const own = await Promise.all(asked.map((creatorId) => accountsOf(ctx, creatorId)))
    const joined = await Promise.all(asked.map((creatorId) => runningOf(ctx, { creatorId, now })))
    return { accounts: own.map(({ length }) => length), joined: joined.map(({ length }) => length) }
  }
  expect(await read()).toEqual({ accounts: [40, 1, 40], joined: [40, 1, 40] })
  const [over] = await Promise.all([runningOf(ctx, { creatorId: rich, now: late as Date }), runningOf(ctx, { creatorId: poor, now })])
  expect(over).toEqual([])

  await inDatabase('accounts').insertMany(rows(rich, 1_000))
  await inDatabase('sign_ups').insertMany(rows(rich, 1_000).map((row) => ({ ...row, endsAt: soon })))
  expect(await read()).toEqual({ accounts: [100, 1, 100], joined: [1_000, 1, 1_000] })
})

test('uses an index for every filter and for the sort order of the list', async () => {
  const fixed = { status: 'active', network: 'instagram', endsAt: { $gt: clock.now() } } as const
  const filters = [
    {},
    { language: 'de' },
    { category: 'Food_Cooking' },
    { language: 'de', category: 'Food_Cooking' },
    { viewsGoal: { $gte: 5 } },
  ] as const
  for (const filter of filters) {
    const plan = await store.explain(app.context(), { ...fixed, ...filter }, { endsAt: 1, id: 1 })
    expect(plan).toContain('IXSCAN')
    expect(plan).not.toContain('SORT')
  }
})

test('merges several public networks into one list', async () => {
  const both = await startService(campaigns, { clock: movableClock('2026-11-21T12:00:00Z') })
  await both.deliver(
    SettingChanged.of({ key: 'public_campaign_networks', value: ['instagram', 'tiktok'], validFrom: new Date(0), version: 1 }),
  )
  for (const network of ['instagram', 'tiktok', 'youtube']) await aRunningCampaign(both, { network, name: network })
  const { items } = (await both.as('creator').get('/public-campaigns')).body
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['instagram', 'tiktok'])
})

test('shows each campaign’s brand and, among similar names, the newer brand’s registration date', async () => {
  const twin = person('brand')
  await running({ name: 'of the twin', brand: twin, mediaId: await aLogo(app, twin), duration: '1 month' })
  const shown = async () => {
    const { items } = (await app.as(creator).get('/public-campaigns', { limit: 100 })).body
    const of = (name: string) => items.find((item: { name: string }) => item.name === name)
    return [of('month'), of('of the twin')].map(({ brandName, brandSince }) => [brandName, brandSince])
  }
  expect(await shown()).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
  await app.deliver(BrandRegistered.of({ brandId: twin.id, brandName: '\u0410lpine', registeredAt: late, version: 1 }))
  await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', registeredAt: early, version: 1 }))
  expect(await shown()).toEqual([
    ['Alpine', undefined],
    ['\u0410lpine', late],
  ])
  await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Nord', registeredAt: early, version: 2 }))
  expect(await shown()).toEqual([
    ['Nord', undefined],
    ['\u0410lpine', undefined],
  ])
})

test('shows the brand’s logo until the brand removes it', async () => {
  const owner = person('brand')
  await running({ name: 'with a logo', brand: owner, mediaId: await aLogo(app, owner), duration: '1 month' })
  const named = { brandId: owner.id, brandName: 'Nordlys' }
  const shown = async () => {
    const { items } = (await app.as(creator).get('/public-campaigns', { limit: 100 })).body
    return items.find((item: { name: string }) => item.name === 'with a logo').brandLogoId
  }
  const logoId = crypto.randomUUID()
  await app.deliver(BrandRegistered.of({ ...named, logoId, version: 2 }))
  expect(await shown()).toBe(logoId)
  await app.deliver(BrandRegistered.of({ ...named, version: 1 }))
  expect(await shown()).toBe(logoId)
  await app.deliver(BrandRegistered.of({ ...named, version: 3 }))
  expect(await shown()).toBeUndefined()
})
