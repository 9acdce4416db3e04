/** A creator gets paid, using only the keyboard. Covers every payout account status and every transfer outcome. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site, Visit } from './site.ts'

const LIVE_WITHIN = { timeout: 25_000 }
const IBAN = 'FR1420041010050500013M02606'
/** @source specification §9: re-click lock 5 s */
const LOCK_MS = 5_000

const meOf = async ({ context }: Visit) =>
  (await context.request.get('/api/identity/me').then((answer) => answer.json())) as { id: string; email: string }

function balanceAt(page: Page) {
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  return {
    keys: keyboardOf(page),
    next: (sentence: string) => page.getByRole('heading', { level: 2, name: sentence }).waitFor(LIVE_WITHIN),
    account: (text: string | RegExp) => part('Payout account').getByText(text).first().waitFor(LIVE_WITHIN),
    missing: () => page.getByRole('list', { name: 'What’s missing' }).getByRole('listitem').allTextContents(),
    station: async (name: string, amount: string) => {
      const station = part('Where your money is').getByRole('listitem').filter({ hasText: name })
      await station.getByText(amount, { exact: true }).waitFor(LIVE_WITHIN)
    },
    line: (reason: string) => part('Statement').getByRole('row').filter({ hasText: reason }).first(),
  }
}

const newest = (page: Page, status: string) =>
  page.getByRole('table', { name: 'Latest attempts' }).getByRole('row').nth(1).getByText(status, { exact: true }).waitFor(LIVE_WITHIN)

async function processQueue(page: Page, result: string): Promise<void> {
  const keys = keyboardOf(page)
  await keys.press('button', 'Process the queue')
  await page.getByRole('dialog', { name: 'Process the queue now?' }).waitFor()
  await keys.press('button', 'Process now')
  await page.getByText(result).first().waitFor(LIVE_WITHIN)
}

/** Fills in the sandbox's form for a payout account. */
export async function onboard(page: Page, how: 'save' | 'complete'): Promise<void> {
  const keys = keyboardOf(page)
  await page.getByRole('heading', { name: 'Get paid' }).waitFor()
  await keys.fill('First name', 'Léa')
  if (how === 'save') {
    await keys.press('button', 'Save and finish later')
  } else {
    await keys.fill('Last name', 'Martin')
    await keys.to(/^/, 'Date of birth')
    await page.keyboard.type('01011990')
    await keys.fill('IBAN', IBAN)
    await keys.choose('Everything is in order')
    await keys.press('button', 'Submit')
  }
  await page.waitForURL('**/balance*')
}

export function gettingPaid(site: Site): void {
  const outside = outsideOf(site)

  test('shows the status and the next step of a payout account that is incomplete, active, restricted and active again', async () => {
    const visit = await site.visit('creator')
    const { page, context, faults } = visit
    const { keys, next, account, missing } = balanceAt(page)
    const { email } = await meOf(visit)

    // Creators do not need a payout account before they earn money.
    await page.goto('/balance')
    await account('Not set up')
    await account(/^Not needed yet/)
    await picture(page, 'balance, no account')
    const console = await site.newTab(context)
    const consoleKeys = keyboardOf(console.page)
    await console.page.goto(outside.url)
    await picture(console.page, 'Stripe, console')
    await consoleKeys.fill(/^Creator \(e-mail/, email)
    await consoleKeys.fill('Cents', '99')
    await consoleKeys.fill('Reason', 'Fridge door')
    await consoleKeys.press('button', 'Post')
    await console.page.getByText('has earned').first().waitFor()
    await console.page.close()
    await next('€0.99 is waiting: your payout account isn’t active.')

    await keys.press('button', 'Go to payout account')
    await keys.select('Country of residence', 'France')
    const [opened] = await Promise.all([
      page.waitForRequest(`${outside.url}/connect/onboarding/**`),
      keys.press('button', 'Set up payout account'),
    ])
    await page.waitForURL(`${outside.url}/connect/**`)
    await picture(page, 'Stripe, onboarding')
    await onboard(page, 'save')
    await account('Setup in progress')
    await account('Setup isn’t finished. Continue where you left off.')
    expect(await missing()).toEqual([
      expect.stringMatching(/^Home address/),
      expect.stringMatching(/^Bank account for your payouts.*enter your IBAN/),
      expect.stringMatching(/^Acceptance of the payment provider’s terms/),
    ])
    await picture(page, 'balance, in setup')
    expect(new URL(page.url()).search, 'a reload does not count as a second return').toBe('')

    await keys.press('button', 'Continue setup')
    await page.waitForURL(`${outside.url}/connect/**`)
    await onboard(page, 'complete')
    await account('Ready for transfers')
    expect(await missing()).toEqual([])
    await picture(page, 'balance, below the minimum')

    await keys.press('button', 'Open Stripe')
    await page.getByRole('heading', { name: 'Your payouts' }).waitFor()
    await picture(page, 'Stripe, dashboard')
    await page.goBack()
    await account('Ready for transfers')

    await outside.decide(email, 'restricted')
    await account('Restricted by Stripe')
    await account(/^The payment provider has restricted your account\..*You won’t lose any money\.$/)
    expect(await missing()).toEqual([expect.stringMatching(/^Proof of identity \(overdue\).*readable photo/)])
    await picture(page, 'balance, restricted')

    // A used onboarding link leads back to our page, which requests a new one.
    await page.goto(opened.url())
    await page.waitForURL(`${outside.url}/connect/**`)
    await onboard(page, 'complete')
    await account('Ready for transfers')
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('refuses to transfer €0.99, sends €1.00 once despite repeated clicks, and shows it as paid once an admin processes the queue', async () => {
    const visit = await site.visit('creator')
    const { page, context, faults } = visit
    const { keys, next, station, line } = balanceAt(page)
    const { id } = await meOf(visit)
    const before = await outside.paid()
    const ask = () => context.request.post('/api/payouts/transfers', { data: {}, headers: { origin: site.url } })

    await page.goto('/balance')
    await next('€0.99 is available. The minimum transfer is €1.00.')
    expect(await page.getByRole('main').getByRole('button', { name: 'Transfer €0.99' }).isDisabled()).toBe(true)
    const below = await ask()
    expect([below.status(), ((await below.json()) as { code: string }).code]).toEqual([409, 'transfer_below_minimum'])

    await outside.earn(id, 1, 'Ride the canal')
    await next('€1.00 is available to transfer.')
    await picture(page, 'balance, to transfer')
    // Stripe responds with 429, so the transfer stays in the queue.
    await outside.fault({ kind: 'rate_limit', times: 9, method: 'POST', path: '/v1/transfers' })

    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/payouts/transfers')) sent += 1
    })
    const refusal = { code: 'payout_account_not_active', status: 409, detail: 'Your payout account isn’t active yet.' }
    await page.route(
      '**/api/payouts/transfers',
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) })
          : route.continue(),
      { times: 1 },
    )
    await keys.press('button', 'Transfer €1.00')
    const dialog = page.getByRole('dialog', { name: 'Transfer €1.00 to your payout account?' })
    await dialog.waitFor()
    await picture(page, 'balance, transfer dialog')
    await keys.press('button', 'Transfer €1.00')
    const pressedAt = Date.now()
    await dialog
      .getByRole('alert')
      .getByText(/^Your payout account isn’t active yet/)
      .waitFor()
    await keys.key('Enter')
    await keys.key('Enter')
    expect(sent).toBe(1)
    await dialog.getByRole('button', { name: 'Transfer €1.00', exact: true }).and(page.locator(':not([aria-disabled=true])')).waitFor()
    expect(Date.now() - pressedAt).toBeGreaterThan(LOCK_MS - 500)
    await keys.key('Enter')
    await keys.key('Enter')
    await page.getByText('€1.00 is on its way.').first().waitFor()
    const more = await Promise.all([ask(), ask(), ask()])
    expect(more.map((answer) => answer.status())).toEqual([409, 409, 409])
    await next('€1.00 is on its way to your payout account.')
    await station('In transfer', '€1.00')
    await picture(page, 'balance, in transfer')
    const { items } = (await context.request.get('/api/payouts/transfers').then((answer) => answer.json())) as { items: unknown[] }
    expect(items).toHaveLength(1)

    const admin = await site.visit('admin')
    const adminKeys = keyboardOf(admin.page)
    await admin.page.goto('/admin')
    await adminKeys.press('link', 'Transfers')
    await admin.page.getByRole('heading', { level: 1, name: 'Transfers' }).waitFor()
    const queue = admin.page.getByRole('table', { name: 'Queue' })
    await queue.getByText('Pending').first().waitFor(LIVE_WITHIN)
    await newest(admin.page, '429')
    await picture(admin.page, 'transfers, waiting')

    // The test adds funds to the platform's Stripe account, and Stripe accepts calls again.
    const console = await site.newTab(admin.context)
    await console.page.goto(outside.url)
    await keyboardOf(console.page).fill(/^Add .*cents/, '100000')
    await keyboardOf(console.page).press('button', 'Change balance')
    await outside.fault(undefined)
    await processQueue(admin.page, 'Processing completed: 1 successful.')
    await queue.getByText('Completed').first().waitFor(LIVE_WITHIN)
    await newest(admin.page, '200')
    await picture(admin.page, 'transfers, processed')

    await station('Paid', '€1.00')
    await line('Transfer completed').getByText('The money is in your payout account.').waitFor(LIVE_WITHIN)
    await picture(page, 'balance, paid')
    expect(await outside.paid()).toMatchObject({ transfers: before.transfers + 1, transferred: before.transferred + 100 })
    faults.forget(/status of 409 .*\/api\/payouts\/transfers/)
    expect([...faults.found, ...admin.faults.found]).toEqual([])
    await Promise.all([context.close(), admin.context.close()])
  })

  test('explains why a transfer was refused or reversed, and makes the money available again', async () => {
    const visit = await site.visit('creator')
    const admin = await site.visit('admin')
    const { page, context, faults } = visit
    const { keys, next, station, line } = balanceAt(page)
    const { id, email } = await meOf(visit)
    const transfer = async (amount: string) => {
      await next(`${amount} is available to transfer.`)
      await keys.press('button', `Transfer ${amount}`)
      await page.getByRole('dialog').waitFor()
      await keys.press('button', `Transfer ${amount}`)
    }
    await outside.earn(id, 250, 'Canal at 6 a.m.')
    await page.goto('/balance')

    await outside.fault({ kind: 'rate_limit', times: 9, method: 'POST', path: '/v1/transfers' })
    await transfer('€2.50')
    await next('€2.50 is on its way to your payout account.')
    await admin.page.goto('/admin/transfers')
    await newest(admin.page, '429')
    await outside.decide(email, 'restricted')
    await outside.fault(undefined)
    await processQueue(admin.page, 'Processing completed: 1 error.')
    await admin.page.getByRole('table', { name: 'Queue' }).getByText('Failed').first().waitFor(LIVE_WITHIN)
    await picture(admin.page, 'transfers, failed')
    await next('€2.50 is waiting: your payout account isn’t active.')
    await station('Available', '€2.50')
    await line('Transfer failed')
      .getByText('Your payout account wasn’t active at the time of the transfer. The amount is available again.')
      .waitFor(LIVE_WITHIN)
    await picture(page, 'balance, failed')

    await outside.decide(email, 'complete')
    await transfer('€2.50')
    await station('Paid', '€3.50')
    const console = await site.newTab(admin.context)
    await console.page.goto(outside.url)
    await keyboardOf(console.page).press('button', /^Reverse/)
    await next('€2.50 is available to transfer.')
    await station('Paid', '€1.00')
    await line('Transfer reversed').getByText('Stripe reversed the transfer; the amount is available again.').waitFor(LIVE_WITHIN)
    await picture(page, 'balance, reversed')
    expect([...faults.found, ...admin.faults.found]).toEqual([])
    await Promise.all([context.close(), admin.context.close()])
  })
}
