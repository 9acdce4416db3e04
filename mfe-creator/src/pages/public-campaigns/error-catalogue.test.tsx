// @vitest-environment jsdom
/**
 * The part of the error catalogue that concerns public campaigns, in English and French: alternately in
 * `npm test`, both in the soak.
 * @source specification §8
 */
import {
  type Account,
  type ErrorCode,
  type ErrorDetails,
  type IneligibilityReason,
  ineligibilityReasons,
  type Locale,
  type PublicCampaign,
} from '@reelfair/contracts'
import { type ErrorRow, errorRows, inLanguages, showPage, stubApi, type Texts } from '@reelfair/web-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { anAccount, aPublicCampaign, FIGURES } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { PublicCampaignsPage } from './public-campaigns-page.tsx'

const verified = { id: anAccount().accountId, network: 'instagram', username: 'lina.mrtn', status: 'verified', verifiedAt: '2026-11-01' }
let account: Partial<Account>
let campaigns: readonly PublicCampaign[]
const api = stubApi({
  'GET /campaigns/public-campaigns': () => ({ items: campaigns, figures: FIGURES, windowDays: 14 }),
  'GET /verification/accounts': () => ({ items: [{ ...verified, ...account }] }),
  'GET /campaigns/sign-ups': { items: [] },
  'GET /metrics/readings/latest': { nextAt: '2026-11-21T23:00:00.000Z' },
})
const open = (locale: Locale) => showPage(<PublicCampaignsPage />, { address: '/public-campaigns', locale })
beforeEach(() => {
  account = {}
  campaigns = [aPublicCampaign()]
})

const reasons: IneligibilityReason[] = ['language_differs', 'average_views_too_low']
interface Way {
  readonly href: string
  readonly name: Readonly<Record<Locale, string>>
}
const PROFILE: Way = { href: '/profile?network=instagram', name: { en: 'Complete your profile', fr: 'Compléter votre profil' } }
const refused: [ErrorCode, ErrorDetails, Texts & { readonly way?: Way }][] = [
  ['creators_only', {}, { en: /^Access denied\. Make sure/, fr: 'Accès refusé. Assurez-vous d’être connecté en tant que créateur.' }],
  ['campaign_unavailable', {}, { en: 'Campaign not found or no longer available.', fr: 'Campagne introuvable ou plus disponible.' }],
  [
    'reference_invalid',
    {},
    { en: 'Invalid reference (profile or campaign).', fr: 'Référence invalide (profil ou campagne).', way: PROFILE },
  ],
  ['data_invalid', {}, { en: /^Some of the data is invalid/, fr: 'Données invalides envoyées (contrainte non respectée).' }],
  ['campaign_ended', {}, { en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' }],
  ['campaign_closed', {}, { en: /closed to new sign-ups\.$/, fr: /les inscriptions sont closes\.$/ }],
  [
    'signup_limit_reached',
    { limit: 5 },
    {
      en: 'You’ve reached the limit of 5 active campaigns.',
      fr: 'Limite atteinte: 5 campagnes actives maximum',
      way: { href: '/creator-history', name: { en: 'See your campaigns', fr: 'Voir vos campagnes' } },
    },
  ],
  [
    'not_eligible',
    { reasons, ...FIGURES },
    { en: 'This account can’t sign up for this campaign.', fr: 'Ce compte ne peut pas participer à cette campagne.' },
  ],
  [
    'creator_profile_missing',
    {},
    {
      en: 'Your creator profile is missing. Complete it, then try again.',
      fr: 'Votre profil créateur est manquant. Complétez votre profil puis réessayez.',
      way: PROFILE,
    },
  ],
  errorRows.invalid_input,
  [
    'not_signed_in',
    {},
    {
      en: 'Please sign in first.',
      fr: 'Veuillez d’abord vous connecter.',
      way: { href: '/login', name: { en: 'Sign in', fr: 'Se connecter' } },
    },
  ],
  errorRows.conflict,
  errorRows.too_many_requests,
  errorRows.unavailable,
  errorRows.internal,
]
const eachReason: Readonly<Record<Locale, readonly (string | RegExp)[]>> = {
  en: [/^Your audience’s language isn’t the one/, 'Average views too low (minimum 5,000)'],
  fr: [/^La langue de votre audience ne correspond pas à celle/, 'Nombre moyen de vues trop faible (minimum 5 000)'],
}
test.each(inLanguages(refused))(
  'in %s: shows %s in the dialog when a sign-up is refused, with a link to the fix if there is one',
  async (locale, code, details, { way, ...texts }) => {
    api.fail('POST /campaigns/public-campaigns/:campaignId/sign-ups', code, locale, details)
    open(locale)
    await userEvent.click(await screen.findByRole('button', { name: /@lina\.mrtn/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: /@lina\.mrtn/ }))
    expect(await dialog.findByText(texts[locale])).toBeDefined()
    for (const reason of code === 'not_eligible' ? eachReason[locale] : []) expect(dialog.getByText(reason)).toBeDefined()
    if (way) expect(dialog.getByRole('link', { name: way.name[locale] }).getAttribute('href')).toBe(way.href)
  },
)

const unread: ErrorRow[] = [
  errorRows.not_allowed,
  errorRows.not_signed_in,
  errorRows.invalid_input,
  errorRows.too_many_requests,
  errorRows.unavailable,
  errorRows.internal,
]
test.each(['en', 'fr'] as const)('in %s: shows why the list failed to load and loads it on retry', async (locale) => {
  for (const [code, details, texts] of unread) {
    api.fail('GET /campaigns/public-campaigns', code, locale, details)
    open(locale)
    expect(
      await screen.findByText({ en: 'We couldn’t load the campaigns.', fr: 'Les campagnes n’ont pas pu être chargées.' }[locale]),
    ).toBeDefined()
    expect(screen.getByText(texts[locale]), code).toBeDefined()
    api.recover()
    await userEvent.click(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
    expect(await screen.findByRole('article', { name: 'Fridge door' })).toBeDefined()
    cleanup()
  }
})

const LANGUAGE = { en: 'Required: German. Yours: English.', fr: 'Critère de la campagne : Allemand. Votre compte : Anglais.' }
const REFRESH = { en: 'Refresh statistics', fr: 'Actualiser les statistiques' }
const unfit: [IneligibilityReason, Texts, Texts][] = [
  [
    'campaign_not_active',
    { en: 'This campaign isn’t active.', fr: 'Cette campagne n’est pas en cours.' },
    { en: /once it starts/, fr: /dès qu’elle aura commencé/ },
  ],
  [
    'campaign_ended',
    { en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' },
    { en: 'Other campaigns are open.', fr: /D’autres/ },
  ],
  [
    'campaign_closed',
    { en: /have been allocated\.$/, fr: /attribuées\.$/ },
    { en: /^Sign-ups reopen/, fr: /^Les inscriptions rouvriront/ },
  ],
  [
    'network_not_public',
    { en: /aren’t open on this network/, fr: /pas encore ouvertes sur ce réseau/ },
    { en: /other networks/, fr: /d’autres réseaux/ },
  ],
  [
    'already_signed_up',
    { en: 'You’ve already signed up for this campaign.', fr: 'Déjà inscrit à cette campagne' },
    { en: /your history/, fr: /historique/ },
  ],
  [
    'signup_limit_reached',
    { en: 'You’ve reached the limit of 5 active campaigns.', fr: 'Limite atteinte: 5 campagnes actives maximum' },
    { en: /^You can sign up for another/, fr: /^Vous pourrez participer à une autre campagne dès/ },
  ],
  ['network_differs', { en: /on a different network/, fr: /sur un autre réseau/ }, { en: /account on Instagram/, fr: /compte Instagram/ }],
  ['account_not_verified', { en: /isn’t verified/, fr: /n’est pas vérifié/ }, { en: /account on Instagram/, fr: /compte Instagram/ }],
  ['language_analysing', { en: /still being analysed/, fr: /en cours d’analyse/ }, { en: /No action needed/, fr: /rien à faire/ }],
  [
    'language_needs_posts',
    { en: /isn’t enough content/, fr: /contenus ne suffisent pas encore/ },
    { en: /Publish more/, fr: /Publiez davantage/ },
  ],
  ['language_unknown', { en: /audience’s language isn’t known yet/, fr: /audience n’est pas encore connue/ }, REFRESH],
  ['language_differs', { en: /audience’s language isn’t the one/, fr: /langue de votre audience ne correspond pas à celle/ }, LANGUAGE],
  ['category_unknown', { en: /content category isn’t/, fr: /catégorie de vos contenus n’est pas/ }, REFRESH],
  [
    'category_differs',
    { en: /isn’t in the category/, fr: /catégorie de vos contenus ne correspond pas à celle/ },
    { en: 'Required: Food and cooking. Yours: Luxury.', fr: 'Critère de la campagne : Cuisine et gastronomie. Votre compte : Luxe.' },
  ],
  ['average_views_unknown', { en: /average views aren’t known/, fr: /nombre moyen de vues n’est pas encore connu/ }, REFRESH],
  [
    'average_views_too_low',
    { en: 'Average views too low (minimum 5,000)', fr: 'Nombre moyen de vues trop faible (minimum 5 000)' },
    { en: /^Your average: 3,420\. You need 1,580 more\./, fr: /^Votre moyenne : 3 420 vues\. Il vous en manque 1 580\./ },
  ],
]
test('covers every ineligibility reason', () => {
  expect(unfit.map(([reason]) => reason)).toEqual(ineligibilityReasons)
})
test.each(['en', 'fr'] as const)('in %s: explains why an account is not eligible and how to fix it', async (locale) => {
  account = { language: 'en', category: 'Luxury_Lifestyle', averageViews: 3_420 }
  campaigns = unfit.map(([reason]) =>
    aPublicCampaign({ id: reason, name: reason, accounts: [anAccount({ reasons: [reason] })], reasons: [reason] }),
  )
  open(locale)
  for (const [reason, texts, fix] of unfit) {
    const card = within(await screen.findByRole('article', { name: reason }))
    const box = within(card.getByRole('region', { name: { en: /^Not eligible/, fr: /^Non éligible/ }[locale] }))
    expect(box.getByText(texts[locale])).toBeDefined()
    expect(await box.findByText(fix[locale])).toBeDefined()
    expect(card.queryByRole('button', { name: /@lina\.mrtn/ })).toBeNull()
  }
})
