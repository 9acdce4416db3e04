// @vitest-environment jsdom
import type { Invitation, Locale } from '@reelfair/contracts'
import {
  type ErrorRow,
  errorRows,
  fill,
  inLanguages,
  SimulatedUpload,
  showPage,
  simulateUploads,
  stubApi,
  testRefusals,
} from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { banner } from '../../testing/simulated-wizard.tsx'
import { anInvitation } from '../partnership/partnership.fixture.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** Half past midnight in Paris: the day has already changed there, but not in UTC. */
vi.setSystemTime('2026-11-21T23:30:00.000Z')

const SEND = 'POST /partnerships/invitations'
let available: number
let invitation: Invitation
const api = stubApi({
  'GET /payouts/credits': () => ({ available, held: 0, spent: 0 }),
  'GET /identity/public-settings': { rateCard: { campaignCentsPer1000: 10, partnershipCentsPer1000: 20 } },
  [SEND]: () => anInvitation({ status: 'funding' }),
  'GET /partnerships/invitations/:invitationId': () => invitation,
})
beforeEach(() => {
  simulateUploads()
  available = 46_200
  invitation = anInvitation({ status: 'funding' })
})

const account = { accountId: 'a1', network: 'instagram', username: 'lea.kitchen' } as const
const onSent = vi.fn()
const onClose = vi.fn()
const show = (locale: Locale = 'en', viewsGoal?: number) =>
  showPage(<InviteDialog account={account} onSent={onSent} onClose={onClose} {...(viewsGoal && { viewsGoal })} />, { locale })

const NAMES = {
  en: { link: 'Link in the creator’s bio', caption: /^What the caption should say/, send: /^Hold .* and send$/ },
  fr: { link: 'Lien dans la bio du créateur', caption: /^Ce que doit dire la légende/, send: /^Réserver .* et envoyer$/ },
}
const uploadBanner = async () => {
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['a'], 'banner.png', { type: 'image/png' }),
  )
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  SimulatedUpload.all.at(-1)?.complete(banner)
  await screen.findByText('banner.png')
}
async function complete(locale: Locale = 'en') {
  const names = NAMES[locale]
  fill(await screen.findByLabelText(names.link), 'https://kefiro.example/lea')
  fill(screen.getByLabelText(names.caption), 'Thank you @kefiro')
  await uploadBanner()
}
const send = async (locale: Locale = 'en') => userEvent.click(await screen.findByRole('button', { name: NAMES[locale].send }))
const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s/g, ' ')

test('sends the invitation, and shows when the creator has it', async () => {
  show()
  await complete()
  await send()
  expect(await screen.findByText(/^This takes a moment\. You can close this window/)).toBeDefined()
  expect(api.sent(SEND)).toEqual([
    {
      accountId: 'a1',
      weeklyViewsGoal: 10_000,
      mediaId: banner.id,
      link: 'https://kefiro.example/lea',
      caption: 'Thank you @kefiro',
      beginning: '2026-11-23',
      origin: 'search',
    },
  ])
  invitation = anInvitation()
  expect(
    await screen.findByText(
      'The creator can answer until Sun 22 Nov, 17:00. Until then, you can withdraw the invitation on your dashboard.',
      {},
      { timeout: 5_000 },
    ),
  ).toBeDefined()
}, 15_000)

test('shows the missing credits when they run out before the invitation is funded', async () => {
  show()
  await complete()
  invitation = anInvitation({ status: 'failed', missingViews: 3_500 })
  await send()
  expect(await screen.findByText('The invitation wasn’t sent, and no credits are held.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Buy 3,500 more credits' }).getAttribute('href')).toBe('/brand-dashboard/purchase?missing=3500')
})

test.each(
  inLanguages([
    ['accepted', { en: /has accepted your invitation\.$/, fr: /a accepté votre invitation\.$/ }],
    ['rejected', { en: /^This invitation is over\.$/, fr: /^Cette invitation est terminée\.$/ }],
    ['expired', { en: /^This invitation is over\.$/, fr: /^Cette invitation est terminée\.$/ }],
  ] as const),
)('in %s: no longer says that the creator has an invitation that is %s', async (locale, status, texts) => {
  invitation = anInvitation({ status })
  show(locale)
  await complete(locale)
  await send(locale)
  expect(await screen.findByText((_, element) => element?.tagName === 'H3' && texts[locale].test(element.textContent ?? ''))).toBeDefined()
  expect(screen.queryByText(/has your invitation|a reçu votre invitation/)).toBeNull()
})

test.each(inLanguages([[{ en: ['46,200', '−10,000', '36,200'], fr: ['46 200', '−10 000', '36 200'] }] as const]))(
  'in %s: shows the credits left and the creator’s pay by tier',
  async (locale, sums) => {
    show(locale)
    const summary = within(await screen.findByRole('region', { name: { en: 'Summary', fr: 'Récapitulatif' }[locale] }))
    await waitFor(() => expect([...document.querySelectorAll('.brand-sum dd')].map(textOf)).toEqual(sums[locale]))
    const rows = (await summary.findAllByRole('row')).slice(1).map(textOf)
    expect(rows[0]).toMatch(/^10.000.*100 ?%(€2\.00|2,00 €)$/)
    expect(rows.at(-1)).toMatch(/2.500.*25 ?%(€0\.00|0,00 €)$/)
  },
)

test('offers to buy the missing credits instead of sending', async () => {
  available = 4_000
  show()
  const link = await screen.findByRole('link', { name: 'Buy 6,000 more credits' })
  expect(link.getAttribute('href')).toBe('/brand-dashboard/purchase?missing=6000')
  expect(screen.queryByRole('button', { name: NAMES.en.send })).toBeNull()
})

test('starts with the goal chosen before, between 1,000 and 500,000 views', async () => {
  show('en', 50_000)
  const slider = await screen.findByRole('slider')
  expect(slider.getAttribute('aria-valuetext')).toBe('50,000 views')
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual(['1000', '500000', '1000'])
})

const empty: [Record<Locale, readonly string[]>][] = [
  [
    {
      en: [
        'Add the banner that the creator will show.',
        'Enter the link that creators will put in their bio.',
        'Write what the caption should say, in up to 500 characters.',
        'The start date is in the past. Choose today or a later date.',
      ],
      fr: [
        'Ajoutez la bannière que le créateur affichera.',
        'Saisissez le lien que les créateurs ajouteront à leur bio.',
        'Indiquez ce que doit dire la légende, en 500 caractères au maximum.',
        'La date de début est déjà passée. Choisissez la date du jour ou une date ultérieure.',
      ],
    },
  ],
]
test.each(inLanguages(empty))('in %s: explains what is missing, and sends nothing', async (locale, texts) => {
  show(locale)
  // In Paris, 21 November is already over.
  fill(await screen.findByLabelText({ en: 'First day', fr: 'Premier jour' }[locale]), '2026-11-21')
  await send(locale)
  for (const text of texts[locale]) expect(await screen.findByText(text)).toBeDefined()
  expect(api.writes()).toEqual([])
})

test.each(
  inLanguages([
    [
      {
        en: 'The start date is too far ahead. Choose a day within the next 60 days.',
        fr: 'La date de début est trop éloignée. Choisissez une date dans les 60 jours à venir.',
      },
    ],
  ]),
)('in %s: begins within 60 days', async (locale, texts) => {
  show(locale)
  const field = await screen.findByLabelText<HTMLInputElement>({ en: 'First day', fr: 'Premier jour' }[locale])
  expect([field.min, field.max]).toEqual(['2026-11-22', '2027-01-21'])
  fill(field, '2027-01-22')
  await send(locale)
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(api.writes()).toEqual([])
})

test('waits for a logo that the service does not know yet', async () => {
  api.fail(SEND, 'logo_not_ready', 'en')
  onSent.mockClear()
  show()
  await complete()
  await send()
  await waitFor(() => expect(api.sent(SEND)).toHaveLength(1))
  expect(onSent).not.toHaveBeenCalled()
  api.recover()
  expect(await screen.findByText(/^This takes a moment\. You can close this window/, {}, { timeout: 5_000 })).toBeDefined()
  expect(api.sent(SEND)).toHaveLength(2)
  expect(onSent).toHaveBeenCalledOnce()
  expect(screen.queryByText(/^Your logo is still being saved/)).toBeNull()
}, 15_000)

const refusals: ErrorRow[] = [
  [
    'invitation_open',
    {},
    {
      en: 'You already have a pending invitation or an unfinished partnership with this account.',
      fr: 'Vous avez déjà une invitation en attente ou un partenariat en cours avec ce compte.',
    },
  ],
  [
    'unfunded_invitations_reached',
    { limit: 20 },
    {
      en: 'Today, 20 of your invitations couldn’t be sent because you didn’t have enough credits. You can invite again tomorrow.',
      fr: 'Aujourd’hui, 20 de vos invitations n’ont pas pu être envoyées faute de crédits. Vous pourrez inviter à nouveau demain.',
    },
  ],
  [
    'invitation_limit_reached',
    { limit: 50 },
    {
      en: 'You’ve already sent 50 invitations today. Try again tomorrow.',
      fr: 'Vous avez déjà envoyé 50 invitations aujourd’hui. Réessayez demain.',
    },
  ],
  [
    'account_not_invitable',
    {},
    {
      en: 'This account can’t be invited at the moment, because it’s private or age-restricted.',
      fr: 'Ce compte ne peut pas être invité pour le moment : il est privé ou soumis à une restriction d’âge.',
    },
  ],
  errorRows.not_found,
  errorRows.unavailable,
]
testRefusals(api, SEND, refusals, async (locale) => {
  show(locale)
  await complete(locale)
  await send(locale)
})
