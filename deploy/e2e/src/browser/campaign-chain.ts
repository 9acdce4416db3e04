import { addDays, businessDayOf } from '@reelfair/rules'
import { logoPng } from '@reelfair/testkit/logo'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { outsideOf } from './outside.ts'
import type { Site } from './site.ts'

/** Long enough for a live update, but shorter than the 30 s after which a screen polls. */
const LIVE_WITHIN = { timeout: 20_000 }

/**
 * Locks the brand's credit account with an open transaction, so that a campaign stays in `funding` while the test
 * inspects it.
 * @returns a function that releases the lock
 */
async function holdLedger(site: Site, brandId: string): Promise<() => Promise<void>> {
  const client = await MongoClient.connect(site.local.mongoUri)
  const session = client.startSession()
  session.startTransaction()
  const accounts = client.db(`${site.local.dbPrefix}_payouts`).collection<{ _id: string }>('accounts')
  const { matchedCount } = await accounts.updateOne({ _id: `brand:${brandId}:credits` }, { $set: { heldByTest: true } }, { session })
  expect(matchedCount).toBe(1)
  return async () => {
    await session.abortTransaction()
    await client.close()
  }
}

export function campaignChain(site: Site): void {
  test('shows without a reload that a campaign is funded, and how many more credits a larger campaign needs', async () => {
    const { page, context, faults } = await site.visit('brand')
    await page.goto('/brand-dashboard')
    const tile = (word: string) => page.getByRole('region', { name: 'Your views' }).getByText(word).first()
    await tile('50,000').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.evaluate(() => Object.assign(window, { notReloaded: true }))
    const { id } = (await context.request.get('/api/identity/me').then((answer) => answer.json())) as { id: string }

    const onward = (title: string) =>
      page
        .getByRole('button', { name: 'Continue' })
        .click()
        .then(() => page.getByRole('heading', { level: 1, name: title }).waitFor())
    const fillIn = async (name: string) => {
      await page.getByRole('main').getByRole('link', { name: 'Create a campaign' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Choose a category and number of views' }).waitFor()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Food and cooking' })
      await onward('Choose your audience')
      await onward('Add the banner creators will show')
      await page.locator('input[type=file]').setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: logoPng() })
      await page.getByText('Exact size').waitFor()
      await onward('Choose where viewers go')
      await page.getByRole('textbox', { name: 'Link in creators’ bios' }).fill('https://kefiro.example/fridge')
      await onward('Review your campaign')
      await onward('Reserve your credits')
    }

    const { unread } = (await (await context.request.get('/api/identity/notifications/unread')).json()) as { unread: number }
    const release = await holdLedger(site, id)
    await fillIn('Fridge door')
    await page.getByRole('button', { name: /^Reserve/ }).click()
    await page.getByRole('heading', { name: 'We’re reserving credits for “Fridge door”.' }).waitFor()
    await release()
    await page.getByRole('heading', { name: '“Fridge door” is running. Creators can sign up now.' }).waitFor(LIVE_WITHIN)
    const bell = page.getByRole('button', { name: `Unread notifications: ${unread + 1}`, exact: true })
    await bell.waitFor(LIVE_WITHIN)
    await bell.click()
    const panel = page.getByRole('region', { name: 'Notifications', exact: true })
    await panel.getByText('“Fridge door” has started').waitFor()
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    const read = page.getByRole('button', { name: 'Notifications', exact: true })
    await read.waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await read.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('link', { name: 'See the campaign' }).click()
    await page.getByRole('article', { name: 'Fridge door' }).getByText(/left$/).waitFor()
    await tile('40,000').waitFor(LIVE_WITHIN)
    await tile('10,000').waitFor(LIVE_WITHIN)

    await fillIn('Too large')
    await page.getByRole('link', { name: 'Category and views' }).click()
    await page.getByRole('slider').press('End')
    await page.getByRole('link', { name: 'Buy 460,000 more credits' }).waitFor()
    await page.getByRole('link', { name: 'Payment' }).click()
    await page.getByRole('heading', { name: 'You need 460,000 more credits for this campaign.' }).waitFor()
    expect(await page.getByRole('button', { name: /^Reserve/ }).count()).toBe(0)

    // Calls the API directly, because the screen does not submit a campaign without enough credits.
    const kept = async () =>
      ((await (await context.request.get('/api/campaigns/drafts/current')).json()) as { draft: Record<string, unknown> }).draft
    await expect.poll(kept, LIVE_WITHIN).toMatchObject({ step: 6, viewsGoal: 500_000 })
    const { step: _step, savedAt: _savedAt, media: _media, ...asked } = await kept()
    const requested = await context.request.post('/api/campaigns/campaigns', { data: asked, headers: { origin: site.url } })
    expect(requested.status(), await requested.text()).toBe(201)
    await page.getByRole('link', { name: 'Back to campaigns' }).click()
    await page.getByText('“Too large” couldn’t start: you need 460,000 more credits.').waitFor(LIVE_WITHIN)
    await page.getByRole('tab', { name: /^Expired/ }).click()
    await page.getByRole('article', { name: 'Too large' }).getByText('Not started: you need 460,000 more credits').waitFor(LIVE_WITHIN)
    expect(await context.request.get('/api/payouts/credits').then((answer) => answer.json())).toEqual({
      available: 40_000,
      held: 10_000,
      spent: 0,
    })
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('shows a new account and its code in every tab, and rejects an invalid username at its field', async () => {
    const { page, context, faults } = await site.visit('creator')
    const other = await site.newTab(context)
    await other.page.goto('/dashboard')
    await other.page.getByText('Add your first account.').waitFor()
    await other.page.getByText('Live', { exact: true }).waitFor()

    await page.goto('/profile')
    const username = page.getByLabel('Instagram username')
    await username.fill('@lea')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('Enter only the username: no @ and no link.').waitFor()
    expect(await username.getAttribute('aria-invalid')).toBe('true')
    faults.forget(/status of 400 .*\/api\/verification\/accounts/)

    await username.fill('lea.films')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    const code = await page.locator('.creator-code-large').textContent()
    expect(code).toMatch(/^\w{7}$/)
    await other.page.getByRole('heading', { name: '@lea.films', exact: true }).waitFor(LIVE_WITHIN)
    await other.page.getByText(`Add the code ${code} to the bio of @lea.films.`).waitFor()
    expect([...faults.found, ...other.faults.found]).toEqual([])
    await context.close()
  })

  test('shows a funded invitation to its creator without a reload', async () => {
    const brand = await site.visit('brand')
    const { page, context, faults } = await site.visit('creator')
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Public campaigns' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    // Only verified accounts can be invited.
    const asCreator = (path: string, data: object) => context.request.post(path, { data, headers: { origin: site.url } })
    await outsideOf(site).openSocialAccount('tiktok', 'lea.invited')
    const added = await asCreator('/api/verification/accounts', { network: 'tiktok', username: 'lea.invited' })
    const { id: accountId } = (await added.json()) as { id: string }
    await asCreator(`/api/verification/accounts/${accountId}/verification`, {})
    const sendTo = brand.context.request
    const logo = await sendTo.post('/api/campaigns/media', {
      data: logoPng(),
      headers: { origin: site.url, 'content-type': 'image/png' },
    })
    expect(logo.status(), await logo.text()).toBe(201)
    const draft = {
      accountId,
      mediaId: ((await logo.json()) as { id: string }).id,
      weeklyViewsGoal: 5_000,
      link: 'https://kefiro.example',
      caption: 'Show the fridge door',
      beginning: addDays(businessDayOf(new Date()), 30),
    }
    // The events of the account and the logo may not have arrived yet.
    await expect
      .poll(
        async () => {
          const answer = await sendTo.post('/api/partnerships/invitations', { data: draft, headers: { origin: site.url } })
          return answer.ok() ? 'sent' : answer.text()
        },
        { ...LIVE_WITHIN, interval: 1_000 },
      )
      .toBe('sent')
    await page.getByRole('heading', { name: /5,000 qualified views/ }).waitFor(LIVE_WITHIN)
    await page.getByText(/Alpine Oats, for @lea\.invited on TikTok/).waitFor()
    expect(faults.found).toEqual([])
    await Promise.all([brand.context.close(), context.close()])
  })

  test('shows the nightly reading to an admin, and redirects other people to their own pages', async () => {
    const admin = await site.visit('admin')
    await admin.page.goto('/admin')
    await admin.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    // The text depends on whether midnight has passed since the system started.
    await admin.page.getByText(/^No readings yet$|^Accounts in this run$/).waitFor()
    const creator = await site.visit('creator')
    await creator.page.goto('/brand-dashboard')
    await creator.page.waitForURL('**/dashboard')
    await creator.page.goto('/admin')
    await creator.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    const newbrand = await site.visit('newbrand')
    await newbrand.page.goto('/brand-dashboard')
    await newbrand.page.waitForURL(/\/brand\/form/)
    const visitor = await site.visit('visitor')
    await visitor.page.goto('/profile')
    await visitor.page.waitForURL(/\/login\?redirect=%2Fprofile/)
    for (const { faults, context } of [admin, creator, newbrand, visitor]) {
      expect(faults.found).toEqual([])
      await context.close()
    }
  })
}
