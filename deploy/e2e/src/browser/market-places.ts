/** Campaign pages, inspected before other tests change the demo market's data. */
import { logoPng } from '@reelfair/testkit/logo'
import type { Page } from 'playwright-core'
import type { Place } from './places.ts'

const press = (name: RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
const ask = (name: RegExp) => (page: Page) => press(name)(page).then(() => page.getByRole('dialog').waitFor())

const loaded = (page: Page) => page.waitForFunction(() => !document.querySelector('.rf-skeleton, [aria-busy=true]'))

const campaign = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await page.waitForURL('**/brand-dashboard/campaigns/*')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await loaded(page)
}

const newestPartnership = async (page: Page) => {
  await page.locator('#partnerships a[href^="/partnerships/"]').first().click()
  await page.waitForURL('**/partnerships/*')
  await page.getByRole('article', { name: /^(?:Receipt|Reçu)/ }).waitFor()
  await loaded(page)
}

/** Opens every collapsed section; some receipt lines exist only in an open section. */
const unfold = async (page: Page) => {
  const folded = page.locator('main details:not([open]) > summary')
  for (let turns = 0; (await folded.count()) > 0 && turns < 40; turns += 1) {
    await folded.first().click()
    await loaded(page)
  }
}

const receipt = async (page: Page) => {
  await page
    .getByRole('article', { name: /^(?:Receipt|Reçu)/ })
    .first()
    .waitFor()
  await unfold(page)
}

/** Opens the newest entry of a history, with its receipt. */
const openFirst = async (page: Page) => {
  await press(/^(?:Open|Ouvrir) /)(page)
  await receipt(page)
}

/** Shows a newly requested campaign in a state that is normally too brief to inspect. */
const justRequested = (change: object) => async (page: Page) => {
  const { items } = await page.evaluate(async () => (await fetch('/api/campaigns/campaigns?tab=active')).json())
  await page.route(`**/api/campaigns/campaigns/${items[0].id}`, (route) => route.fulfill({ json: { ...items[0], ...change } }))
  await page.goto(`/brand-dashboard/new-campaign/done?campaign=${items[0].id}`)
}

/** Reloads the page with a brand name that contains no possible line break. */
const longBrandName = async (page: Page) => {
  await page.route('**/api/campaigns/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/"brandName":"[^"]*"/g, `"brandName":"${'W'.repeat(70)}"`)
    await route.fulfill({ response, body })
  })
  await page.reload()
}

/** Opens a step of the booking on a creator's page, with everything before it entered. */
const booking = (step: 'media' | 'summary') => async (page: Page) => {
  const onward = () => page.getByRole('main').getByRole('button', { name: /^(?:Continue|Continuer)/ })
  await onward().click()
  const file = page.locator('main input[type=file]')
  await file.setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: logoPng() })
  await page.locator('main .banner-checks').waitFor()
  if (step === 'media') return
  await onward().click()
  await page.locator('main textarea').waitFor()
  await page.locator('main form button[type=submit]').click()
}

const collab: readonly Place[] = [
  { name: 'creator page', path: '/collab/lea.kitchen' },
  { name: 'creator page, beyond the highest goal', inSoak: true, path: '/collab/lea.kitchen?budget=1000', as: 'creator' },
  { name: 'creator page, unavailable', path: '/collab/nobody', expected: /404/ },
  { name: 'creator page, logo', inSoak: true, path: '/collab/lea.kitchen', as: 'olmo', steps: booking('media') },
  // Kéfiro has an open invitation to this account.
  { name: 'creator page, already invited', inSoak: true, path: '/collab/lea.kitchen', as: 'kefiro' },
  { name: 'creator page, summary submitted empty', path: '/collab/lea.kitchen', as: 'olmo', steps: booking('summary') },
  { name: 'creator dashboard, public page', path: '/dashboard', as: 'lea', steps: ask(/^(?:Configure|Configurer)/) },
]

const creators: readonly Place[] = [
  { name: 'public campaigns', path: '/public-campaigns', as: 'lea' },
  { name: 'public campaigns without an account', inSoak: true, path: '/public-campaigns', as: 'creator' },
  { name: 'public campaigns, no match', inSoak: true, path: '/public-campaigns?language=pt&minViews=400000', as: 'lea' },
  {
    name: 'public campaigns, invalid filter',
    inSoak: true,
    path: '/public-campaigns',
    as: 'lea',
    steps: async (page) => {
      const filters = page.getByRole('main').getByRole('button', { name: /^(?:Filters|Filtres)/ })
      if (await filters.isVisible()) await filters.click()
      await page.locator('search input').first().fill('600000')
    },
  },
  { name: 'campaign sign-up dialog', path: '/public-campaigns', as: 'lea', steps: ask(/^(?:Sign up|Participer) /) },
  { name: 'code and instructions', inSoak: true, path: '/public-campaigns', as: 'lea', steps: ask(/^(?:See code|Voir le code)/) },
  { name: 'dashboard, long brand name', inSoak: true, path: '/dashboard', as: 'lea', steps: longBrandName },
  { name: 'history, long brand name', inSoak: true, path: '/creator-history', as: 'lea', steps: longBrandName },
  {
    name: 'code and instructions, long brand name',
    path: '/public-campaigns',
    as: 'lea',
    steps: async (page) => {
      await longBrandName(page)
      await ask(/^(?:See code|Voir le code)/)(page)
    },
  },
  { name: 'dashboard of a creator with earnings', path: '/dashboard', as: 'lea' },
  { name: 'dashboard of a creator without a payout account', inSoak: true, path: '/dashboard', as: 'tom' },
  { name: 'history, empty', inSoak: true, path: '/creator-history', as: 'creator' },
  { name: 'history', inSoak: true, path: '/creator-history', as: 'tom' },
  { name: 'history, receipt with excluded bot views', path: '/creator-history', as: 'noah', steps: receipt },
  {
    name: 'history, campaign in review',
    inSoak: true,
    path: '/creator-history',
    as: 'tom',
    steps: (page) => press(/^(?:Open|Ouvrir) .*Breakfast, slower/)(page).then(() => receipt(page)),
  },
  { name: 'invitation', path: '/dashboard', as: 'lea', steps: ask(/^(?:See the invitation|Voir l’invitation)/) },
  { name: 'invitation, refusal', inSoak: true, path: '/dashboard', as: 'lea', steps: ask(/^(?:Refuse|Refuser) /) },
  {
    name: 'invitation, accepted',
    inSoak: true,
    path: '/dashboard',
    as: 'lea',
    // The answer is simulated, so that the invitation stays open for other places.
    steps: async (page) => {
      await page.route('**/api/partnerships/invitations/*/acceptance', async (route) => {
        const url = route.request().url().replace('/acceptance', '')
        const { weeklyViewsGoal: viewsGoal, ...invitation } = await (await page.request.get(url)).json()
        const [startsAt, endsAt] = ['2030-11-24T23:00:00.000Z', '2030-12-01T23:00:00.000Z']
        const none = { count: { observed: 0, qualified: 0, inReview: 0, excluded: [] }, tier: 0, decisions: [] }
        const agreed = { viewsGoal, code: 'RF-P7K2Q', windowDays: 14, termsVersion: '1.1', acceptedAt: startsAt, startsAt, endsAt }
        await route.fulfill({ json: { ...invitation, ...agreed, ...none, status: 'planned' } })
      })
      await ask(/^(?:See the invitation|Voir l’invitation)/)(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(?:Accept|Accepter)$/ })
        .click()
      await page.getByText('RF-P7K2Q').first().waitFor()
    },
  },
  {
    name: 'invitation, gone',
    inSoak: true,
    path: '/dashboard',
    as: 'lea',
    steps: async (page) => {
      await page.route('**/api/partnerships/invitations/*', async (route) => {
        const invitation = await (await route.fetch()).json()
        await route.fulfill({ json: { ...invitation, status: 'withdrawn', endedAt: invitation.invitedAt } })
      })
      await ask(/^(?:See the invitation|Voir l’invitation)/)(page)
    },
  },
  { name: 'dashboard of a creator with an active partnership', path: '/dashboard', as: 'nina' },
  {
    name: 'history of an active partnership',
    inSoak: true,
    path: '/creator-history',
    as: 'nina',
    steps: press(/^(?:Open|Ouvrir) /),
  },
  { name: 'history of settled partnerships', path: '/creator-history', as: 'mira', steps: openFirst },
  { name: 'history with an invitation', inSoak: true, path: '/creator-history', as: 'lea' },
  { name: 'accounts, verified', path: '/profile?network=instagram', as: 'lea' },
  { name: 'accounts, another network', inSoak: true, path: '/profile?network=youtube', as: 'lea' },
  { name: 'balance after a payout', inSoak: true, path: '/balance', as: 'lea' },
  { name: 'balance, restricted', inSoak: true, path: '/balance', as: 'sofia' },
]

const brands: readonly Place[] = [
  { name: 'dashboard of a brand with a logo to review', path: '/brand-dashboard', as: 'kefiro' },
  {
    name: 'dashboard of a brand, completed campaigns',
    inSoak: true,
    path: '/brand-dashboard',
    as: 'kefiro',
    steps: (page) => page.getByRole('tab').nth(1).click(),
  },
  { name: 'dashboard of a brand, all creators', inSoak: true, path: '/brand-dashboard', as: 'kefiro', steps: unfold },
  { name: 'logo review dialog', path: '/brand-dashboard', as: 'kefiro', steps: ask(/^(?:Check the video|Voir la vidéo)$/) },
  { name: 'a campaign', inSoak: true, path: '/brand-dashboard', as: 'kefiro', steps: campaign('Breakfast, slower') },
  {
    name: 'a campaign being renamed',
    inSoak: true,
    path: '/brand-dashboard',
    as: 'kefiro',
    steps: (page) => campaign('Breakfast, slower')(page).then(() => press(/^(?:Rename|Renommer) /)(page)),
  },
  {
    name: 'a campaign with bot views, receipts open',
    path: '/brand-dashboard',
    as: 'olmo',
    steps: (page) =>
      campaign('Ride the canal')(page)
        .then(() => unfold(page))
        .then(() => receipt(page)),
  },
  {
    name: 'a campaign of another brand',
    inSoak: true,
    path: '/brand-dashboard/campaigns/0198c0de-0000-7000-8000-000000000001',
    as: 'kefiro',
    expected: /404/,
  },
  { name: 'an active partnership', path: '/brand-dashboard', as: 'olmo', steps: newestPartnership },
  { name: 'a settled partnership', inSoak: true, path: '/brand-dashboard', as: 'kefiro', steps: newestPartnership },
  {
    name: 'a partnership of another brand',
    inSoak: true,
    path: '/partnerships/0198c0de-0000-7000-8000-000000000001',
    as: 'kefiro',
    expected: /404/,
  },
  { name: 'invitation withdrawal dialog', inSoak: true, path: '/brand-dashboard', as: 'kefiro', steps: ask(/^(?:Withdraw|Retirer) /) },
  { name: 'campaign deletion dialog', inSoak: true, path: '/brand-dashboard', as: 'brand', steps: ask(/^(?:Delete|Supprimer) /) },
  {
    name: 'new campaign, being funded',
    inSoak: true,
    path: '/brand-dashboard',
    as: 'brand',
    steps: justRequested({ status: 'funding', phase: 'funding', endsAt: undefined }),
  },
  { name: 'new campaign, active', path: '/brand-dashboard', as: 'brand', steps: justRequested({}) },
  {
    name: 'new campaign, not funded',
    inSoak: true,
    path: '/brand-dashboard',
    as: 'brand',
    steps: justRequested({ status: 'failed', phase: 'unfunded', missingViews: 4_000 }),
  },
  { name: 'dashboard of a brand with growth in review', inSoak: true, path: '/brand-dashboard', as: 'nordlys' },
]

const viewKefiro = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('link', { name: /K[eé]firo/ })
    .click()
  await page.waitForURL(/\/admin\/brands\/[^/?]+$/)
  await page.getByRole('link', { name: /^(?:All brands|Toutes les marques)$/ }).waitFor()
  await loaded(page)
}

const admins: readonly Place[] = [
  { name: 'admin overview with market data', path: '/admin', as: 'admin' },
  { name: 'brands', path: '/admin/brands', as: 'admin' },
  { name: 'a brand viewed by an admin', path: '/admin/brands?name=kef', as: 'admin', steps: viewKefiro },
  {
    name: 'a campaign viewed by an admin',
    inSoak: true,
    path: '/admin/brands?name=kef',
    as: 'admin',
    steps: (page) =>
      viewKefiro(page)
        .then(() => page.getByRole('main').getByRole('link', { name: 'Breakfast, slower', exact: true }).click())
        .then(() => page.getByRole('heading', { level: 1, name: 'Breakfast, slower' }).waitFor())
        .then(() => loaded(page)),
  },
  { name: 'partnerships', path: '/admin/partnerships', as: 'admin' },
  { name: 'reviews', inSoak: true, path: '/admin/reviews', as: 'admin' },
  { name: 'reviews with readings', path: '/admin/reviews', as: 'admin', steps: unfold },
  {
    name: 'reviews, exclusion dialog',
    inSoak: true,
    path: '/admin/reviews',
    as: 'admin',
    steps: ask(/^(?:Exclude the views|Exclure les vues)$/),
  },
  {
    name: 'reviews, empty',
    inSoak: true,
    path: '/admin/reviews',
    as: 'admin',
    steps: (page) =>
      page.route('**/api/metrics/admin/reviews**', (route) => route.fulfill({ json: { items: [] } })).then(() => page.reload()),
  },
]

export const marketPlaces = [...creators, ...brands, ...admins, ...collab]
