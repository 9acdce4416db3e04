/** What is looked at before all walks: the pages that are about campaigns, with the demo's market on them. */
import type { Page } from 'playwright-core'
import type { Place } from './places.ts'

/** Presses the first button of this name that the page has. */
const press = (name: RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
/** Presses it, and waits for what it asks. */
const ask = (name: RegExp) => (page: Page) => press(name)(page).then(() => page.getByRole('dialog').waitFor())

const loaded = (page: Page) => page.waitForFunction(() => !document.querySelector('.rf-skeleton, [aria-busy=true]'))

/** From the dashboard to a campaign's own page. */
const campaign = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await page.waitForURL('**/brand-dashboard/campaigns/*')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await loaded(page)
}

/** All that folds, the receipt's lines too, which are there once its part is open. */
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

/** A campaign that was asked for a moment ago, at a station that passes too quickly. */
const asked = (change: object) => async (page: Page) => {
  const { items } = await page.evaluate(async () => (await fetch('/api/campaigns/campaigns?tab=active')).json())
  await page.route(`**/api/campaigns/campaigns/${items[0].id}`, (route) => route.fulfill({ json: { ...items[0], ...change } }))
  await page.goto(`/brand-dashboard/new-campaign/done?campaign=${items[0].id}`)
}

const creators: readonly Place[] = [
  { name: 'public campaigns', path: '/public-campaigns', as: 'lea' },
  { name: 'public campaigns, with no account', path: '/public-campaigns', as: 'creator' },
  { name: 'public campaigns, none fits', path: '/public-campaigns?language=pt&minViews=400000', as: 'lea' },
  {
    name: 'public campaigns, a wrong filter',
    path: '/public-campaigns',
    as: 'lea',
    steps: async (page) => {
      // On the phone they are behind a button.
      const filters = page.getByRole('main').getByRole('button', { name: /^(?:Filters|Filtres)/ })
      if (await filters.isVisible()) await filters.click()
      await page.locator('search input').first().fill('600000')
    },
  },
  { name: 'the sign-up’s question', path: '/public-campaigns', as: 'lea', steps: ask(/^(?:Sign up|Participer) /) },
  { name: 'code and instructions', path: '/public-campaigns', as: 'lea', steps: ask(/^Code (?:and|et) instructions/) },
  { name: 'dashboard of a creator who earns', path: '/dashboard', as: 'lea' },
  { name: 'dashboard of a creator without a payout account', path: '/dashboard', as: 'tom' },
  { name: 'history, empty', path: '/creator-history', as: 'creator' },
  { name: 'history', path: '/creator-history', as: 'tom' },
  { name: 'history, the receipt of one with views of bots', path: '/creator-history', as: 'noah', steps: receipt },
  {
    name: 'history, one in review',
    path: '/creator-history',
    as: 'tom',
    steps: (page) => press(/^(?:Open|Ouvrir) .*Breakfast, slower/)(page).then(() => receipt(page)),
  },
  { name: 'accounts, verified', path: '/profile?network=instagram', as: 'lea' },
  { name: 'accounts, another network', path: '/profile?network=youtube', as: 'lea' },
  { name: 'balance of a creator who was paid', path: '/balance', as: 'lea' },
  { name: 'balance, restricted', path: '/balance', as: 'sofia' },
]

const brands: readonly Place[] = [
  { name: 'dashboard of a brand with a logo to decide on', path: '/brand-dashboard', as: 'kefiro' },
  {
    name: 'dashboard of a brand, what is completed',
    path: '/brand-dashboard',
    as: 'kefiro',
    steps: (page) => page.getByRole('tab').nth(1).click(),
  },
  { name: 'dashboard of a brand, all creators', path: '/brand-dashboard', as: 'kefiro', steps: unfold },
  { name: 'the question about the logo', path: '/brand-dashboard', as: 'kefiro', steps: ask(/^(?:Look at the video|Voir la vidéo)$/) },
  { name: 'a campaign', path: '/brand-dashboard', as: 'kefiro', steps: campaign('Breakfast, slower') },
  {
    name: 'a campaign, its name being changed',
    path: '/brand-dashboard',
    as: 'kefiro',
    steps: (page) => campaign('Breakfast, slower')(page).then(() => press(/^(?:Rename|Renommer) /)(page)),
  },
  {
    name: 'a campaign with views of bots, its receipts',
    path: '/brand-dashboard',
    as: 'olmo',
    steps: (page) =>
      campaign('Ride the canal')(page)
        .then(() => unfold(page))
        .then(() => receipt(page)),
  },
  {
    name: 'a campaign that is another’s',
    path: '/brand-dashboard/campaigns/0198c0de-0000-7000-8000-000000000001',
    as: 'kefiro',
    expected: /404/,
  },
  { name: 'the question before a campaign goes', path: '/brand-dashboard', as: 'brand', steps: ask(/^(?:Delete|Supprimer) /) },
  {
    name: 'new campaign, being funded',
    path: '/brand-dashboard',
    as: 'brand',
    steps: asked({ status: 'funding', phase: 'funding', endsAt: undefined }),
  },
  { name: 'new campaign, running', path: '/brand-dashboard', as: 'brand', steps: asked({}) },
  {
    name: 'new campaign, short after all',
    path: '/brand-dashboard',
    as: 'brand',
    steps: asked({ status: 'failed', phase: 'unfunded', missingViews: 4_000 }),
  },
  { name: 'dashboard of a brand with growth in review', path: '/brand-dashboard', as: 'nordlys' },
]

const admins: readonly Place[] = [
  { name: 'administration of a market', path: '/admin', as: 'admin' },
  { name: 'reviews', path: '/admin/reviews', as: 'admin' },
  { name: 'reviews, their readings', path: '/admin/reviews', as: 'admin', steps: unfold },
  { name: 'reviews, the question', path: '/admin/reviews', as: 'admin', steps: ask(/^(?:Exclude the views|Exclure les vues)$/) },
  {
    name: 'reviews, none',
    path: '/admin/reviews',
    as: 'admin',
    steps: (page) =>
      page.route('**/api/metrics/admin/reviews**', (route) => route.fulfill({ json: { items: [] } })).then(() => page.reload()),
  },
]

export const marketPlaces = [...creators, ...brands, ...admins]
