// @vitest-environment jsdom
/** The error catalogue of specification §8 on public campaigns: what is refused, and why an account does not fit → what a person reads, in both languages. */
import {
  type Account,
  type ErrorCode,
  type ErrorDetails,
  type IneligibilityReason,
  ineligibilityReasons,
  type Locale,
  type PublicCampaign,
} from '@reelfair/contracts'
import { inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { anAccount, aPublicCampaign, FIGURES } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { PublicCampaignsPage } from './public-campaigns-page.tsx'

type Texts = Readonly<Record<Locale, string | RegExp>>

let account: Partial<Account> = {}
let campaigns: readonly PublicCampaign[] = [aPublicCampaign()]
let list: (() => Response) | undefined
let join: () => Response = () => Response.error()
vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
  if (method === 'POST') return join()
  if (url.includes('/public-campaigns')) return list?.() ?? Response.json({ items: campaigns, figures: FIGURES, windowDays: 14 })
  const verified = { id: anAccount().accountId, network: 'instagram', username: 'lina.mrtn', status: 'verified', verifiedAt: '2026-11-01' }
  return Response.json({ items: url.includes('/accounts') ? [{ ...verified, ...account }] : [], nextAt: '2026-11-21T23:00:00.000Z' })
})
const open = (locale: Locale) => showPage(<PublicCampaignsPage />, { address: '/public-campaigns', locale })
afterEach(() => {
  cleanup()
  account = {}
  campaigns = [aPublicCampaign()]
  list = undefined
})

const reasons: IneligibilityReason[] = ['language_differs', 'average_views_too_low']
interface Way {
  readonly href: string
  readonly name: Readonly<Record<Locale, string>>
}
const PROFILE: Way = { href: '/profile?network=instagram', name: { en: 'Complete your profile', fr: 'Compléter votre profil' } }
const refused: [ErrorCode, ErrorDetails, Texts & { readonly way?: Way }][] = [
  ['creators_only', {}, { en: /^Access refused\. Make sure/, fr: 'Accès refusé. Assurez-vous d’être connecté en tant que créateur.' }],
  ['campaign_unavailable', {}, { en: 'Campaign not found or no longer available.', fr: 'Campagne introuvable ou plus disponible.' }],
  [
    'reference_invalid',
    {},
    { en: 'Invalid reference (profile or campaign).', fr: 'Référence invalide (profil ou campagne).', way: PROFILE },
  ],
  ['data_invalid', {}, { en: /^Invalid data was sent/, fr: 'Données invalides envoyées (contrainte non respectée).' }],
  ['campaign_ended', {}, { en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' }],
  ['campaign_closed', {}, { en: /nobody can join any more\.$/, fr: /les inscriptions sont closes\.$/ }],
  [
    'signup_limit_reached',
    { limit: 5 },
    {
      en: 'Limit reached: 5 active campaigns at most',
      fr: 'Limite atteinte: 5 campagnes actives maximum',
      way: { href: '/creator-history', name: { en: 'See your campaigns', fr: 'Voir vos campagnes' } },
    },
  ],
  [
    'not_eligible',
    { reasons, ...FIGURES },
    { en: 'This account cannot join this campaign.', fr: 'Ce compte ne peut pas rejoindre cette campagne.' },
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
  ['invalid_input', {}, { en: /^Something in your entry/, fr: /^Une partie de votre saisie/ }],
  [
    'not_signed_in',
    {},
    {
      en: 'Please sign in first.',
      fr: 'Veuillez d’abord vous connecter.',
      way: { href: '/login', name: { en: 'Sign in', fr: 'Se connecter' } },
    },
  ],
  ['conflict', {}, { en: /^This was changed meanwhile/, fr: /^Cet élément a changé entre-temps/ }],
  ['too_many_requests', { seconds: 12 }, { en: /try again in 12 s\.$/, fr: /réessayer dans 12 s\.$/ }],
  ['unavailable', {}, { en: /^This part does not answer/, fr: /^Cette partie ne répond pas/ }],
  ['internal', {}, { en: /^Something went wrong on our side/, fr: /^Un problème est survenu de notre côté/ }],
]
const eachReason: Readonly<Record<Locale, readonly (string | RegExp)[]>> = {
  en: [/^Your audience speaks another language/, 'Average views too low (minimum 5,000)'],
  fr: [/^Votre audience parle une autre langue/, 'Vues moyennes trop basses (minimum 5 000)'],
}
test.each(inBothLanguages(refused))(
  'in %s: a sign-up refused as %s says so in its dialog, and leads on where something can be done',
  async (locale, code, details, { way, ...texts }) => {
    join = () => refusal(code, locale, details)
    open(locale)
    await userEvent.click(await screen.findByRole('button', { name: /@lina\.mrtn/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: /@lina\.mrtn/ }))
    expect(await dialog.findByText(texts[locale])).toBeDefined()
    for (const reason of code === 'not_eligible' ? eachReason[locale] : []) expect(dialog.getByText(reason)).toBeDefined()
    if (way) expect(dialog.getByRole('link', { name: way.name[locale] }).getAttribute('href')).toBe(way.href)
  },
)

const unread: [ErrorCode, ErrorDetails, Texts][] = [
  ['not_allowed', {}, { en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' }],
  ['not_signed_in', {}, { en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' }],
  ['invalid_input', {}, { en: /^Something in your entry/, fr: /^Une partie de votre saisie/ }],
  ['too_many_requests', { seconds: 12 }, { en: /try again in 12 s\.$/, fr: /réessayer dans 12 s\.$/ }],
  ['unavailable', {}, { en: /^This part does not answer/, fr: /^Cette partie ne répond pas/ }],
  ['internal', {}, { en: /^Something went wrong on our side/, fr: /^Un problème est survenu de notre côté/ }],
]
test.each(['en', 'fr'] as const)('in %s: a refused list says why, and comes when it is asked again', async (locale) => {
  for (const [code, details, texts] of unread) {
    list = () => refusal(code, locale, details)
    open(locale)
    expect(
      await screen.findByText({ en: 'The campaigns did not load.', fr: 'Les campagnes n’ont pas pu être chargées.' }[locale]),
    ).toBeDefined()
    expect(screen.getByText(texts[locale]), code).toBeDefined()
    list = undefined
    await userEvent.click(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
    expect(await screen.findByRole('article', { name: 'Fridge door' })).toBeDefined()
    cleanup()
  }
})

const LANGUAGE = { en: 'Asked for: German. Yours: English.', fr: 'Demandé : Allemand. Chez vous : Anglais.' }
const REFRESH = { en: 'Refresh the statistics', fr: 'Actualiser les statistiques' }
const unfit: [IneligibilityReason, Texts, Texts][] = [
  [
    'campaign_not_active',
    { en: 'This campaign is not running.', fr: 'Cette campagne n’est pas en cours.' },
    { en: /once it runs/, fr: /dès qu’elle est en cours/ },
  ],
  ['campaign_ended', { en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' }, { en: 'Others are open.', fr: /D’autres/ }],
  ['campaign_closed', { en: /given out\.$/, fr: /attribuées\.$/ }, { en: /^It opens again/, fr: /^Elle rouvre/ }],
  [
    'network_not_public',
    { en: /not open on this network/, fr: /pas encore ouvertes sur ce réseau/ },
    { en: /other networks/, fr: /d’autres réseaux/ },
  ],
  [
    'already_signed_up',
    { en: 'Already signed up to this campaign', fr: 'Déjà inscrit à cette campagne' },
    { en: /your history/, fr: /votre historique/ },
  ],
  [
    'signup_limit_reached',
    { en: 'Limit reached: 5 active campaigns at most', fr: 'Limite atteinte: 5 campagnes actives maximum' },
    { en: /^A place is free/, fr: /^Une place se libère/ },
  ],
  ['network_differs', { en: /on another network/, fr: /sur un autre réseau/ }, { en: /account on Instagram/, fr: /compte Instagram/ }],
  ['account_not_verified', { en: /is not verified/, fr: /n’est pas vérifié/ }, { en: /account on Instagram/, fr: /compte Instagram/ }],
  ['language_analysing', { en: /still being analysed/, fr: /en cours d’analyse/ }, { en: /nothing to do but wait/, fr: /attendre/ }],
  [
    'language_needs_posts',
    { en: /not enough content/, fr: /pas encore assez de contenu/ },
    { en: /Publish more/, fr: /Publiez davantage/ },
  ],
  ['language_unknown', { en: /audience is not known yet/, fr: /audience n’est pas encore connue/ }, REFRESH],
  ['language_differs', { en: /speaks another language/, fr: /parle une autre langue/ }, LANGUAGE],
  ['category_unknown', { en: /category of your content is not/, fr: /catégorie de vos contenus n’est pas/ }, REFRESH],
  [
    'category_differs',
    { en: /of another category/, fr: /d’une autre catégorie/ },
    { en: 'Asked for: Food and cooking. Yours: Luxury.', fr: 'Demandé : Cuisine et gastronomie. Chez vous : Luxe.' },
  ],
  ['average_views_unknown', { en: /average views are not known/, fr: /vues moyennes ne sont pas encore connues/ }, REFRESH],
  [
    'average_views_too_low',
    { en: 'Average views too low (minimum 5,000)', fr: 'Vues moyennes trop basses (minimum 5 000)' },
    { en: /^You have 3,420: 1,580 are missing\./, fr: /^Vous en avez 3 420 : il en manque 1 580\./ },
  ],
]
test('the table below has every reason', () => {
  expect(unfit.map(([reason]) => reason)).toEqual(ineligibilityReasons)
})
test.each(['en', 'fr'] as const)('in %s: explains why an account is not eligible and what would fix it', async (locale) => {
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
