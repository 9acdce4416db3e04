import { SETTING_DEFAULTS, type SettingKey } from '@reelfair/contracts'
import { settingId } from '@reelfair/service-kit'
import { type Answer, countBy, movableClock, type Person, times } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { settingChanges } from '../store/setting-changes.ts'
import { startIdentity } from '../users.fixture.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const { app, user } = await startIdentity({ clock })
const admin: Person = { ...(await user('admin')), role: 'admin', complete: true, sessionId: crypto.randomUUID() }

beforeEach(async () => {
  for (const name of ['setting_changes', 'setting_locks']) await app.database.collection(name).deleteMany({})
  clock.set('2026-11-21T12:00:00Z')
})

const change = (key: SettingKey | 'admin_password', entries: object, as: Person | 'visitor' = admin, headers = {}): Promise<Answer> =>
  app.as(as).post(`/admin/settings/${key}`, { reason: 'Agreed in the board', expectedVersion: 0, ...entries }, { headers })
const list = async () => (await app.as(admin).get('/admin/settings')).body
const publicly = async () => (await app.as('visitor').get('/public-settings')).body
const packagesWith = (enterpriseCents: number) =>
  SETTING_DEFAULTS.packages.map((one) => (one.id === 'enterprise' ? { ...one, priceCents: enterpriseCents } : one))

test('lists the initial values before any change', async () => {
  const settings = await list()
  for (const [key, value] of Object.entries(SETTING_DEFAULTS))
    expect(settings[key]).toMatchObject({ version: 0, inForce: { value, version: 0 }, coming: [] })
  expect(settings.packages.inForce.validFrom).toBe('2025-08-22T22:00:00.000Z')
  expect(await publicly()).toEqual({
    packages: SETTING_DEFAULTS.packages,
    rateCard: { ...SETTING_DEFAULTS.rate_card, validFrom: '2025-08-23' },
    videoWindowDays: 14,
    collabBooking: 'real',
    reviewHours: 72,
    supportEmail: 'support@reelfair.example',
  })
})

test('lets caches keep the public settings for a minute', async () => {
  expect((await app.as('visitor').get('/public-settings')).headers['cache-control']).toBe('public, max-age=60')
})

test('changes a setting at once, emits the event and records who, when, from, to and why', async () => {
  const answer = await change('support_email', { value: '  help@reelfair.test ' })
  const entry = {
    id: 'support_email:000001',
    key: 'support_email',
    version: 1,
    from: 'support@reelfair.example',
    to: 'help@reelfair.test',
    validFrom: '2026-11-21T12:00:00.000Z',
    reason: 'Agreed in the board',
    changedAt: '2026-11-21T12:00:00.000Z',
    changedBy: admin.id,
    changedByEmail: expect.stringContaining('@Example.org'),
  }
  expect(answer).toMatchObject({ status: 201, body: entry })
  expect((await app.as(admin).get('/admin/audit-log')).body).toEqual({ items: [entry] })
  expect((await publicly()).supportEmail).toBe('help@reelfair.test')
  expect(await app.emitted('setting.changed')).toContainEqual({
    key: 'support_email',
    value: 'help@reelfair.test',
    validFrom: '2026-11-21T12:00:00.000Z',
    version: 1,
  })
})

test('shows a planned value as upcoming until its day, then as in force', async () => {
  expect((await change('review_hours', { value: 48, validFrom: '2026-11-25' })).status).toBe(201)
  expect((await list()).review_hours).toMatchObject({
    version: 1,
    inForce: { value: 72 },
    coming: [{ value: 48, validFrom: '2026-11-24T23:00:00.000Z', version: 1 }],
  })
  clock.set('2026-11-24T22:59:59Z')
  expect((await publicly()).reviewHours).toBe(72)
  clock.set('2026-11-24T23:00:00Z')
  expect((await publicly()).reviewHours).toBe(48)
  expect((await list()).review_hours).toMatchObject({ inForce: { value: 48, version: 1 }, coming: [] })
})

test('a change cancels a planned one by setting the current value from the same day', async () => {
  await change('review_hours', { value: 48, validFrom: '2026-11-25' })
  const answer = await change('review_hours', { value: 72, validFrom: '2026-11-25', expectedVersion: 1 })
  expect(answer).toMatchObject({ status: 201, body: { from: 48, to: 72 } })
  expect((await list()).review_hours).toMatchObject({ version: 2, coming: [{ value: 72, version: 2 }] })
  clock.set('2026-11-26T12:00:00Z')
  expect((await publicly()).reviewHours).toBe(72)
})

const money = { value: { campaignCentsPer1000: 11, partnershipCentsPer1000: 20 } }
test.each([
  ['at once', '2026-11-21T12:00:00Z', undefined, 'setting_too_early'],
  ['today', '2026-11-21T12:00:00Z', '2026-11-21', 'setting_too_early'],
  ['tomorrow', '2026-11-21T12:00:00Z', '2026-11-22', '2026-11-21T23:00:00.000Z'],
  ['tomorrow, just before midnight in Paris', '2026-11-21T22:59:59Z', '2026-11-22', '2026-11-21T23:00:00.000Z'],
  ['what has become today at midnight in Paris', '2026-11-21T23:00:00Z', '2026-11-22', 'setting_too_early'],
  ['the day on which summer time begins', '2027-03-27T12:00:00Z', '2027-03-28', '2027-03-27T23:00:00.000Z'],
  ['the day after summer time began', '2027-03-28T12:00:00Z', '2027-03-29', '2027-03-28T22:00:00.000Z'],
  ['the day on which summer time began, already begun', '2027-03-27T23:00:00Z', '2027-03-28', 'setting_too_early'],
  ['the day on which summer time ends', '2026-10-24T12:00:00Z', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['the day after summer time ended', '2026-10-25T12:00:00Z', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['the day after summer time ended, an hour before it begins', '2026-10-25T22:59:59Z', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['the 366th day', '2026-11-21T12:00:00Z', '2027-11-22', '2027-11-21T23:00:00.000Z'],
  ['the 367th day', '2026-11-21T12:00:00Z', '2027-11-23', 'setting_too_late'],
])('a setting that moves money takes effect %s', async (_, now, validFrom, outcome) => {
  clock.set(now)
  const { status, body } = await change('rate_card', { ...money, ...(validFrom && { validFrom }) })
  expect(status === 201 ? body.validFrom : body.code).toBe(outcome)
})

test('names the earliest day in the reader’s language', async () => {
  const { body } = await change('rate_card', money, admin, { 'accept-language': 'fr' })
  expect(body.detail).toBe('Cette modification ne peut pas prendre effet avant le 22 novembre 2026. Choisissez une date ultérieure.')
})

test('refuses a price one cent below the limit, explains the calculation, and accepts the limit', async () => {
  const validFrom = '2026-11-22'
  const refused = await change('packages', { value: packagesWith(12_499), validFrom })
  expect(refused).toMatchObject({ status: 409, body: { code: 'setting_insolvent', details: { packageId: 'enterprise', missingCents: 1 } } })
  expect(refused.body.detail).toBe(
    'From 22 November 2026, Enterprise would cost €124.99 for 500,000 credits, but creators’ pay of €0.20 plus a margin of €0.05 per 1,000 views comes to €125.00. That is €0.01 short.',
  )
  expect(await app.database.collection('setting_changes').countDocuments()).toBe(0)
  expect((await change('packages', { value: packagesWith(12_501), validFrom })).status).toBe(201)
  expect((await change('packages', { value: packagesWith(12_500), validFrom, expectedVersion: 1 })).status).toBe(201)
})

test('refuses a rate and a margin that the packages do not cover', async () => {
  const validFrom = '2026-12-01'
  const rate = { campaignCentsPer1000: 10, partnershipCentsPer1000: 21 }
  expect((await change('rate_card', { value: rate, validFrom })).body.code).toBe('setting_insolvent')
  expect((await change('solvency_margin_cents', { value: 6, validFrom })).body.code).toBe('setting_insolvent')
})

const rateOf = (partnershipCentsPer1000: number) => ({ campaignCentsPer1000: 10, partnershipCentsPer1000 })

test.each([
  [
    'en',
    'Credits never expire, and Enterprise was once sold at €125.00 for 500,000 credits. From 1 December 2026, creators’ pay of €0.45 per 1,000 views would come to €225.00 for those credits. That is €100.00 short. Set the pay to at most €0.25 per 1,000 views.',
  ],
  [
    'fr',
    'Les crédits n’expirent jamais, et le forfait Enterprise (500\u00a0000 crédits) a déjà été vendu au prix de 125,00\u00a0€. À partir du 1er décembre 2026, avec une rémunération de 0,45\u00a0€ pour 1\u00a0000 vues, ces crédits coûteraient 225,00\u00a0€\u00a0: il manquerait 100,00\u00a0€. Fixez la rémunération à 0,25\u00a0€ au plus pour 1\u00a0000 vues.',
  ],
])('in %s: refuses a rate that credits sold at a former price do not cover, and explains the calculation', async (language, detail) => {
  const doubled = SETTING_DEFAULTS.packages.map((one) => ({ ...one, priceCents: one.priceCents * 2 }))
  expect((await change('packages', { value: doubled, validFrom: '2026-11-22' })).status).toBe(201)
  clock.set('2026-11-23T12:00:00Z')
  const rate = { value: rateOf(45), validFrom: '2026-12-01' }
  const refused = await change('rate_card', rate, admin, { 'accept-language': language })
  expect(refused).toMatchObject({ status: 409, body: { code: 'setting_insolvent_former', details: { missingCents: 10_000 } } })
  expect(refused.body.detail).toBe(detail)
  expect((await change('rate_card', { ...rate, value: rateOf(25) })).status).toBe(201)
})

test('lowers a rate in force that credits sold at a former price do not cover', async () => {
  const stored = { from: null, reason: 'Test', changedAt: new Date(Date.UTC(2026, 4, 31)), changedBy: admin.id }
  const doubled = SETTING_DEFAULTS.packages.map((one) => ({ ...one, priceCents: one.priceCents * 2 }))
  await app.context().transact(async (tx) => {
    const entries = { packages: doubled, rate_card: rateOf(45) }
    for (const [key, value] of Object.entries(entries) as [SettingKey, unknown][])
      await settingChanges.insert(tx, { ...stored, id: settingId(key, 1), key, value, validFrom: new Date(Date.UTC(2026, 5, 1, 22)) })
  })
  const lower = { value: rateOf(20), validFrom: '2026-11-22', expectedVersion: 1 }
  expect((await change('rate_card', lower)).status).toBe(201)
  expect((await change('solvency_margin_cents', { value: 4, validFrom: '2026-11-22' })).status).toBe(201)
})

test('compares a rate with every price ever in force, but not with one replaced before its day', async () => {
  const priced = (cents: number) =>
    SETTING_DEFAULTS.packages.map(({ id, credits }) => ({ id, credits, priceCents: (credits / 1_000) * cents }))
  const prices = [21, 60, 22, ...times(120, (n) => 50 + (n % 2))]
  const entries = prices.map((cents, index) => ({
    id: settingId('packages', index + 1),
    key: 'packages' as const,
    value: priced(cents),
    from: null,
    // The second price replaces the first before its day.
    validFrom: new Date(Date.UTC(2026, 5, Math.max(1, index), 22)),
    reason: 'Test',
    changedAt: new Date(Date.UTC(2026, 4, 31)),
    changedBy: admin.id,
  }))
  await app.context().transact(async (tx) => {
    for (const entry of entries) await settingChanges.insert(tx, entry)
  })
  const rate = (cents: number) => change('rate_card', { value: rateOf(cents), validFrom: '2026-12-01' })
  expect((await rate(23)).body).toMatchObject({ code: 'setting_insolvent_former', details: { missingCents: 10 } })
  expect((await rate(22)).status).toBe(201)
})

test('checks a change against upcoming values of other settings', async () => {
  expect((await change('solvency_margin_cents', { value: 4, validFrom: '2026-12-01' })).status).toBe(201)
  const cheaper = { value: packagesWith(12_000) }
  expect((await change('packages', { ...cheaper, validFrom: '2026-11-30' })).body.code).toBe('setting_insolvent')
  expect((await change('packages', { ...cheaper, validFrom: '2026-12-01' })).status).toBe(201)
  // The margin cannot return to 5 now, whatever the day.
  const back = await change('solvency_margin_cents', { value: 5, validFrom: '2026-12-24', expectedVersion: 1 })
  expect(back.body).toMatchObject({ code: 'setting_insolvent', details: { day: '24 December 2026' } })
})

test('of two admins who saw the same version, one changes the setting and the other gets a conflict', async () => {
  const answers = await Promise.all(times(20, (n) => change('review_hours', { value: 10 + n })))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 19 })
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(new Set(['conflict']))
  expect(await app.database.collection('setting_changes').countDocuments()).toBe(1)
})

test('two concurrent changes to different settings cannot break the solvency rule together', async () => {
  const validFrom = '2026-12-01'
  const raised = SETTING_DEFAULTS.packages.map((one) => ({ ...one, priceCents: one.priceCents * 2 }))
  await change('packages', { value: raised, validFrom: '2026-11-22' })
  clock.set('2026-11-23T12:00:00Z')
  const answers = await Promise.all([
    change('rate_card', { value: { campaignCentsPer1000: 10, partnershipCentsPer1000: 25 }, validFrom }),
    change('solvency_margin_cents', { value: 30, validFrom }),
    change('packages', { value: SETTING_DEFAULTS.packages, validFrom, expectedVersion: 1 }),
  ])
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 2 })
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['setting_insolvent', 'setting_insolvent'])
})

test('refuses a value that is already in force', async () => {
  expect((await change('review_hours', { value: 72 })).body.code).toBe('setting_unchanged')
})

test('accepts 20 planned changes to a setting and refuses the next', async () => {
  const plan = (n: number) =>
    change('review_hours', { value: n % 2 ? 10 : 20, validFrom: `2026-12-${String(n + 1).padStart(2, '0')}`, expectedVersion: n })
  for (const n of times(20, (index) => index)) expect((await plan(n)).status).toBe(201)
  expect((await plan(20)).body).toMatchObject({ code: 'setting_limit_reached', details: { limit: 20 } })
  // Another change for a planned day replaces it.
  expect((await change('review_hours', { value: 30, validFrom: '2026-12-20', expectedVersion: 20 })).status).toBe(201)
  expect((await list()).review_hours.coming).toHaveLength(20)
})

test.each([
  ['an unknown setting', 'admin_password', { value: 'x' }],
  ['an unknown field', 'review_hours', { value: 60, changedBy: crypto.randomUUID() }],
  ['an unknown field in the value', 'rate_card', { value: { ...money.value, bonus: 1 }, validFrom: '2026-12-01' }],
  ['no reason', 'review_hours', { value: 60, reason: undefined }],
  ['no version', 'review_hours', { value: 60, expectedVersion: undefined }],
] as const)('rejects %s', async (_, key, entries) => {
  expect((await change(key, entries)).status).toBe(400)
  expect(await app.database.collection('setting_changes').countDocuments()).toBe(0)
})

test('changes the setting in the path, not one named in the body', async () => {
  expect((await change('review_hours', { value: 60, key: 'video_window_days' })).body.key).toBe('review_hours')
})

test.each(['creator', 'brand'] as const)('refuses a %s', async (role) => {
  const person: Person = { id: crypto.randomUUID(), role, complete: true, sessionId: crypto.randomUUID() }
  expect((await change('review_hours', { value: 60 }, person)).body.code).toBe('not_allowed')
  for (const path of ['/admin/settings', '/admin/audit-log']) expect((await app.as(person).get(path)).status).toBe(403)
})

test('filters the audit log by setting and person, and pages through it', async () => {
  const colleague: Person = { ...(await user('admin')), role: 'admin', complete: true, sessionId: crypto.randomUUID() }
  for (const n of times(3, (index) => index)) {
    clock.advance({ minutes: 1 })
    await change('review_hours', { value: 10 + n, expectedVersion: n })
    await change('video_window_days', { value: 10 + n, expectedVersion: n }, n === 2 ? colleague : admin)
  }
  const versions = async (query: object) => {
    const { items, next } = (await app.as(admin).get('/admin/audit-log', query as never)).body
    return { shown: items.map(({ key, version }: { key: string; version: number }) => `${key} ${version}`), next }
  }
  expect((await versions({ key: 'review_hours' })).shown).toEqual(['review_hours 3', 'review_hours 2', 'review_hours 1'])
  const { email } = (await app.database.collection('users').findOne({ _id: colleague.id as never })) ?? expect.unreachable()
  expect((await versions({ person: email.toUpperCase() })).shown).toEqual(['video_window_days 3'])
  expect((await versions({ person: email, key: 'review_hours' })).shown).toEqual([])
  expect((await versions({ person: 'nobody@example.org' })).shown).toEqual([])
  const first = await versions({ limit: 4 })
  const second = await versions({ limit: 4, cursor: first.next })
  expect([...first.shown, ...second.shown]).toEqual([3, 2, 1].flatMap((n) => [`video_window_days ${n}`, `review_hours ${n}`]))
  expect(second.next).toBeUndefined()
})

test('no route changes or removes an entry of the audit log, and a version cannot be stored twice', async () => {
  await change('review_hours', { value: 60 })
  const before = await settingChanges.byId(app.context(), 'review_hours:000001')
  for (const path of ['/admin/audit-log', '/admin/audit-log/review_hours:000001', '/admin/settings/review_hours'])
    for (const method of ['put', 'patch', 'del'] as const) expect([404, 405]).toContain((await app.as(admin)[method](path, {})).status)
  await expect(app.context().transact((tx) => settingChanges.insert(tx, before ?? expect.unreachable()))).rejects.toThrow()
  await change('review_hours', { value: 61, expectedVersion: 1 })
  expect(await settingChanges.byId(app.context(), 'review_hours:000001')).toEqual(before)
})
