import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { activeAccount, callConsole, openWithWebhooks, recipient, sale, type WebhookWorld } from '../../test/client.ts'

let world: WebhookWorld
beforeEach(async () => {
  world = await openWithWebhooks()
  return world.stop
})

const page = async (path = '/') => (await fetch(`${world.sandbox.url}${path}`)).text()

async function press(path: string, form: Record<string, string> = {}): Promise<{ status: number; text: string; to: string }> {
  const answer = await fetch(`${world.sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const to = answer.headers.get('location') ?? ''
  const html = answer.status === 303 && to.startsWith('/') ? await page(to) : await answer.text()
  return { status: answer.status, to, text: /role="(?:status|alert)">([^<]*)</.exec(html)?.[1] ?? '' }
}

test('gives every form an action and every field an accessible label', async () => {
  await activeAccount(world)
  const html = await page()
  const actions = [...html.matchAll(/action="([^"]+)"/g)].map(([, action]) => action!)
  expect(new Set(actions.map((action) => action.replace(/acct_\w+/, ':id')))).toEqual(
    new Set([
      '/console/clock',
      '/console/earnings',
      '/console/faults',
      '/console/keys/forget',
      '/console/rules',
      '/console/balance',
      '/console/accounts/:id',
      '/console/accounts/:id/dashboard',
    ]),
  )
  for (const [field] of html.matchAll(/<(?:input|select)[^>]*>/g)) {
    const id = / id="([^"]+)"/.exec(field)?.[1]
    expect({ field, labelled: field.includes('aria-label=') || html.includes(`for="${id}"`) }).toEqual({ field, labelled: true })
  }
  for (const path of ['', '/brand-dashboard/purchase', '/balance', '/admin/transfers'])
    expect(html).toContain(`href="${world.hooks.origin}${path}"`)
})

test('moves the clock by a duration or to a given time, but never backwards', async () => {
  expect(await press('/console/clock', { advanceMs: '3600000' })).toMatchObject({ status: 303, text: 'It is now 2026-11-21 13:00:00 UTC.' })
  expect(world.clock.now().toISOString()).toBe('2026-11-21T13:00:00.000Z')
  await press('/console/clock', { to: '2026-12-24T18:00' })
  expect(world.clock.now().toISOString()).toBe('2026-12-24T18:00:00.000Z')
  expect(await press('/console/clock', { to: '2026-12-24T17:59' })).toMatchObject({ status: 400, text: 'The clock can only move forward.' })
  expect(await press('/console/clock', { to: 'tomorrow' })).toMatchObject({ status: 400, text: 'Enter a valid date and time.' })
  expect(await page()).not.toContain('role="status"')
})

test('sets, shows, applies and clears faults', async () => {
  await press('/console/faults', { kind: 'rate_limit', path: '/v1/checkout', times: '1' })
  await press('/console/faults', { kind: 'conflict', path: '/v1/transfers', times: '3' })
  expect(await page()).toContain('429 too many requests: checkout, 1 left')
  await expect(world.stripe.checkout.sessions.create(sale())).rejects.toMatchObject({ statusCode: 429 })
  expect((await world.stripe.checkout.sessions.create(sale())).status).toBe('open')
  expect(await page()).toContain('409 lock timeout: transfers, 3 left')
  await press('/console/faults/clear')
  expect(await page()).not.toContain('left</li>')
  expect(await press('/console/faults', { kind: 'nonsense' })).toMatchObject({ status: 400, text: 'Choose an option from the list.' })
})

test('runs a call again after its idempotency key has been deleted', async () => {
  const make = () => world.stripe.customers.create({ email: 'a@b.test' }, { idempotencyKey: 'k' })
  const { id } = await make()
  expect((await make()).id).toBe(id)
  expect(await page()).toContain('Stored idempotency keys: 1.')
  await press('/console/keys/forget')
  expect((await make()).id).not.toBe(id)
})

test('applies event rules, lists deliveries and resends events', async () => {
  await press('/console/rules', { mode: 'bad_signature', type: 'customer.', times: '1' })
  expect(await page()).toContain('customer. has an invalid signature at first, 1 left')
  world.hooks.answers.push(400)
  await world.stripe.customers.create({ email: 'a@b.test' })
  await world.sandbox.deliveriesDone()
  const [event] = world.hooks.received
  const list = await page('/events')
  expect(list).toContain('not delivered')
  expect(list).toContain('400, invalid signature')
  expect(await press(`/console/events/${event!.id}`)).toMatchObject({ to: '/events', text: 'Sent. Response status: 200.' })
  expect(world.hooks.received.map(({ id }) => id)).toEqual([event!.id, event!.id])
  expect(await page('/events')).not.toContain('not delivered')
  await press('/console/rules', { mode: 'drop', times: '5' })
  await press('/console/rules/clear')
  await world.stripe.customers.create({ email: 'b@b.test' })
  await world.sandbox.deliveriesDone()
  expect(world.hooks.received).toHaveLength(3)
})

test('increases and decreases the balance', async () => {
  expect((await press('/console/balance', { amount: '123456' })).text).toBe('Balance changed by €1,234.56.')
  await press('/console/balance', { amount: '-56' })
  expect((await world.stripe.balance.retrieve()).available[0]?.amount).toBe(123_400)
  expect(await press('/console/balance', { amount: '1.5' })).toMatchObject({ status: 400, text: 'Enter a whole number of cents.' })
})

test('opens an account’s Stripe pages and applies the selected verification result', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  const onboarding = await press(`/console/accounts/${id}/onboarding`)
  expect(onboarding.to).toMatch(/\/connect\/onboarding\//)
  expect(await (await fetch(onboarding.to)).text()).toContain('name="birth_date"')
  await press(`/console/accounts/${id}`, { outcome: 'complete' })
  expect((await world.stripe.accounts.retrieve(id)).capabilities?.transfers).toBe('active')
  const dashboard = await press(`/console/accounts/${id}/dashboard`)
  expect(await (await fetch(dashboard.to)).text()).toContain('Your payouts')
  await press(`/console/accounts/${id}`, { outcome: 'restricted' })
  expect((await world.stripe.accounts.retrieve(id)).capabilities?.transfers).toBe('inactive')
  expect((await press('/console/accounts/acct_none', { outcome: 'complete' })).status).toBe(400)
})

test('reverses a transfer partially and fully', async () => {
  const destination = await activeAccount(world)
  await press('/console/balance', { amount: '1000' })
  const { id } = await world.stripe.transfers.create({ amount: 900, currency: 'eur', destination })
  expect((await press(`/console/transfers/${id}/reverse`, { amount: '100' })).text).toBe('€1.00 reversed.')
  expect((await world.stripe.transfers.retrieve(id)).amount_reversed).toBe(100)
  expect((await press(`/console/transfers/${id}/reverse`, { amount: '801' })).status).toBe(400)
  await press(`/console/transfers/${id}/reverse`)
  expect((await world.stripe.transfers.retrieve(id)).reversed).toBe(true)
})

test('changes the mail settings and clears the mailbox', async () => {
  await press('/mail/switches', { refuse: 'temporary', bounce: 'a@b.test, c@d.test', slowMs: '20' })
  expect((await callConsole(world.sandbox, '/mail/api/switches')).body).toEqual({
    refuse: 'temporary',
    bounce: ['a@b.test', 'c@d.test'],
    slowMs: 20,
  })
  expect((await press('/mail/clear')).to).toBe('/mail')
})

test('posts a test earning to the payouts service with the gateway’s secret and shows the response', async () => {
  const form = { creatorId: ' ida@people.example ', cents: '250', reason: 'A trial' }
  expect(await press('/console/earnings', form)).toMatchObject({
    status: 400,
    text: expect.stringContaining('not connected to a payouts service'),
  })
  const asked: { path: string | undefined; secret: unknown; body: unknown }[] = []
  const answers: [number, object][] = [
    [201, { posted: true }],
    [201, { posted: false }],
    [404, { code: 'not_found', detail: 'We couldn’t find what you’re looking for.' }],
    [400, { code: 'invalid_input', detail: 'Too much.' }],
  ]
  const payouts = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      asked.push({ path: request.url, secret: request.headers['x-gateway-secret'], body: JSON.parse(text) })
      const [status, body] = answers.shift()!
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => payouts.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void payouts.close())
  world.sandbox.setPayouts({ url: `http://127.0.0.1:${(payouts.address() as AddressInfo).port}`, gatewaySecret: 'the secret' })
  expect((await press('/console/earnings', form)).text).toBe('ida@people.example has earned €2.50 for “A trial”.')
  expect(asked).toEqual([
    {
      path: '/sandbox/earnings',
      secret: 'the secret',
      body: { creatorId: 'ida@people.example', cents: 250, reason: 'A trial' },
    },
  ])
  expect((await press('/console/earnings', form)).text).toContain('already has earnings')
  expect(await press('/console/earnings', form)).toMatchObject({ status: 400, text: expect.stringContaining('does not know the creator') })
  expect((await callConsole(world.sandbox, '/_sandbox/earnings', { creatorId: 'x', cents: 1, reason: 'r' })).body).toEqual({
    error: 'Too much.',
  })
  for (const wrong of [{ cents: '0' }, { cents: '1.5' }, { cents: '' }, { reason: ' ' }, { creatorId: '' }])
    expect((await press('/console/earnings', { ...form, ...wrong })).status).toBe(400)
  expect(asked).toHaveLength(4)
  expect(await page()).not.toContain('the secret')
})

test('shows no keys or secrets on any page', async () => {
  const { secretKey, webhookSecrets } = world.sandbox.stripe
  await world.stripe.checkout.sessions.create(sale())
  for (const path of ['/', '/events', '/mail'])
    for (const secret of [secretKey, ...Object.values(webhookSecrets)]) expect((await page(path)).includes(secret)).toBe(false)
})
