// @vitest-environment jsdom
/**
 * Checks each error and its message on the shell's screens, in English and French: in turn in `npm test`, both in the
 * soak and for sentences that the specification fixes. Two sentences for sign-up have no counterpart. The service
 * creates the user and the profile in one transaction, so no database policy can reject part of them. And every
 * sign-up leads to /verify-email, whose page is the notice that a confirmation e-mail was sent.
 * @source specification §8
 */
import type { Locale } from '@reelfair/contracts'
import { brokenResponse, type ErrorRow, errorResponse, errorRows, fill, inLanguages, testRefusals } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { api, me, open, openApp, signInAs } from './page.fixture.tsx'

type Texts = Readonly<Record<Locale, string>>
const LOCALES = ['en', 'fr'] as const

const button = {
  'sign-in': { en: 'Sign in', fr: 'Se connecter' },
  'sign-up': { en: 'Sign up', fr: 'Créer un compte' },
  confirmation: { en: 'Confirm and sign in', fr: 'Confirmer et se connecter' },
} as const
const label = { email: { en: 'E-mail', fr: 'E-mail' }, password: { en: 'Password', fr: 'Mot de passe' } } as const
const ways = {
  'sign-in': { page: '/login', path: 'POST /identity/sessions' },
  'sign-up': { page: '/signup', path: 'POST /identity/users' },
  confirmation: { page: '/auth/confirm#token=secret', path: 'POST /identity/confirmations' },
} as const

async function send(way: keyof typeof ways, locale: Locale) {
  if (way !== 'confirmation') fill(await screen.findByLabelText(label.email[locale]), 'a@b.example')
  fill(await screen.findByLabelText(label.password[locale]), 'correct horse')
  if (way === 'sign-up') await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: button[way][locale] }))
}

const anywhere: ErrorRow<Texts>[] = [
  errorRows.too_many_requests,
  errorRows.unavailable,
  errorRows.internal,
  ['foreign_origin', {}, { en: 'This request came from another site.', fr: 'Cette requête provient d’un autre site.' }],
  [
    'too_slow',
    {},
    {
      en: 'The request took too long to arrive. Please try again.',
      fr: 'La requête a mis trop de temps à nous parvenir. Veuillez réessayer.',
    },
  ],
  [
    'too_large',
    { limit: '100 KB' },
    { en: 'This is too large. The maximum is 100 KB.', fr: 'Ce contenu est trop volumineux. La limite est de 100 Ko.' },
  ],
  [
    'malformed_body',
    {},
    { en: 'The request couldn’t be read. Please try again.', fr: 'Votre demande n’a pas pu être lue. Veuillez réessayer.' },
  ],
  errorRows.invalid_input,
]

describe.each(['sign-in', 'sign-up', 'confirmation'] as const)('on %s', (way) => {
  const { page, path } = ways[way]
  testRefusals(api, path, anywhere, async (locale) => {
    open(page, locale)
    await send(way, locale)
  })

  test.each(
    inLanguages([
      [
        'no network',
        () => Promise.reject(new TypeError('Failed to fetch')),
        { en: /^We couldn’t reach Reelfair\. Check your connection/, fr: /^Reelfair est injoignable\. Vérifiez votre connexion/ },
      ],
      [
        'timeout',
        () => Promise.reject(new DOMException('', 'TimeoutError')),
        { en: /^The request timed out\. Try again/, fr: /^La réponse n’est pas arrivée à temps\. Réessayez/ },
      ],
      [
        'an HTML page from a proxy',
        () => new Response('<html>', { status: 502 }),
        { en: /^We couldn’t read the response/, fr: /^La réponse n’a pas pu être lue/ },
      ],
    ] as const),
  )('in %s: shows an error for %s', async (locale, what, answer, texts) => {
    const timeout = AbortSignal.timeout
    // Simulates an immediate timeout.
    if (what === 'timeout') AbortSignal.timeout = () => AbortSignal.abort()
    api.answer({ [path]: answer })
    open(page, locale)
    await send(way, locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    AbortSignal.timeout = timeout
  })
})

testRefusals(
  api,
  ways.confirmation.path,
  [
    [
      'wrong_credentials',
      {},
      {
        en: /^Incorrect password\. Did someone else sign up with your address\?/,
        fr: /^Mot de passe incorrect\. Quelqu’un d’autre s’est-il inscrit avec votre adresse/,
      },
    ],
    [
      'sign_in_slowed',
      { seconds: 8 },
      {
        en: 'Too many incorrect password attempts. Please try again in 8 s.',
        fr: 'Trop de tentatives avec un mot de passe incorrect. Veuillez réessayer dans 8 s.',
      },
    ],
    [
      'confirmation_invalid',
      { hours: 24 },
      {
        en: 'This link has already been used, was replaced by a newer one, or is more than 24 hours old.',
        fr: 'Ce lien a déjà été utilisé, a été remplacé par un plus récent ou date de plus de 24 heures.',
      },
    ],
  ],
  async (locale) => {
    open(ways.confirmation.page, locale)
    await send('confirmation', locale)
  },
)

test.each(
  inLanguages([
    ['sign-in', 'email'],
    ['sign-up', 'email'],
    ['sign-up', 'password'],
  ] as const),
)('in %s: on %s, shows the service’s message next to the %s field', async (locale, way, path) => {
  api.fail(ways[way].path, 'invalid_input', locale, {}, [{ path, message: 'Not like this.' }])
  open(ways[way].page, locale)
  await send(way, locale)
  const input = screen.getByLabelText(label[path][locale])
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Not like this.')).toBeDefined()
})

test.each(LOCALES)('in %s: marks missing sign-in fields and sends no request', async (locale) => {
  open('/login', locale)
  await userEvent.click(await screen.findByRole('button', { name: button['sign-in'][locale] }))
  const texts = {
    en: ['Enter your e-mail address.', 'Enter your password.'],
    fr: ['Saisissez votre adresse e-mail.', 'Saisissez votre mot de passe.'],
  }
  for (const text of texts[locale]) expect(screen.getByText(text)).toBeDefined()
  expect(api.writes()).toEqual([])
})

const guards: [string, string, ReturnType<typeof me> | undefined, string, Texts][] = [
  [
    'a visitor',
    '/balance',
    undefined,
    '/login?redirect=%2Fbalance',
    {
      en: 'Please sign in first. We’ll then take you to the page you wanted.',
      fr: 'Veuillez d’abord vous connecter. Vous accéderez ensuite à la page demandée.',
    },
  ],
  [
    'a brand',
    '/balance',
    me('brand'),
    '/brand-dashboard',
    { en: 'That page is for creators only. This is your dashboard.', fr: 'Cette page est réservée aux créateurs. Voici votre espace.' },
  ],
  [
    'a creator',
    '/brand-dashboard',
    me('creator'),
    '/dashboard',
    { en: 'That page is for brands only. This is your dashboard.', fr: 'Cette page est réservée aux marques. Voici votre espace.' },
  ],
  [
    'an incomplete brand',
    '/brand-dashboard/purchase',
    me('brand', false),
    '/brand/form?redirect=%2Fbrand-dashboard%2Fpurchase',
    { en: 'Please add your brand’s name and a contact first.', fr: 'Veuillez d’abord indiquer le nom de votre marque et un contact.' },
  ],
]

test.each(inLanguages(guards))('in %s: redirects %s from %s with a notice', async (locale, _who, address, user, to, texts) => {
  if (user) signInAs(user)
  const { place } = openApp(address, locale)
  expect((await screen.findAllByText(texts[locale])).length).toBeGreaterThan(0)
  expect(place()).toBe(to)
})

test.each(
  inLanguages([
    ['a creator', me('creator')],
    ['a brand', me('brand')],
  ] as const),
)('in %s: hides admin pages from %s', async (locale, _who, user) => {
  signInAs(user)
  openApp('/admin/transfers', locale)
  const nothing = { en: 'Page not found', fr: 'Page introuvable' }
  expect(await screen.findByText(nothing[locale])).toBeDefined()
})

test.each(LOCALES)('in %s: redirects to sign-in when the session ends, and keeps the return path', async (locale) => {
  let isOver = false
  api.answer({
    'GET /identity/session': () => (isOver ? {} : { me: me('creator') }),
    'GET /metrics/readings/latest': () => {
      // The page's first request reveals that the session has ended.
      isOver = true
      return errorResponse('not_signed_in', locale)
    },
  })
  const { place } = openApp('/balance', locale)
  const texts = {
    en: 'Your session has ended. Sign in again to pick up where you left off.',
    fr: 'Votre session a expiré. Reconnectez-vous pour reprendre là où vous en étiez.',
  }
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(place()).toBe('/login?redirect=%2Fbalance')
})

test.each(LOCALES.flatMap((locale) => (['sign-in', 'confirmation'] as const).map((way) => [locale, way] as const)))(
  'in %s: says that no session could be started if the browser keeps no cookie of the %s',
  async (locale, way) => {
    api.fail('GET /identity/notifications/unread', 'not_signed_in', locale)
    const { place } = openApp(ways[way].page, locale)
    await send(way, locale)
    const texts = {
      en: 'Your session couldn’t be started. Allow cookies for this site, then sign in again.',
      fr: 'Votre session n’a pas pu être ouverte. Autorisez les cookies pour ce site, puis reconnectez-vous.',
    }
    expect(await screen.findByText(texts[locale])).toBeDefined()
    expect(place()).toBe('/login?redirect=%2Fdashboard')
  },
)

test.each(LOCALES)('in %s: reports a failed session check and retries on click', async (locale) => {
  api.fail('GET /identity/session', 'unavailable', locale)
  openApp('/balance', locale)
  const texts = { en: 'We couldn’t check whether you’re signed in.', fr: 'Impossible de vérifier si vous êtes connecté.' }
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByText(errorRows.unavailable[2][locale])).toBeDefined()
  api.recover()
  await userEvent.click(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
  expect(await screen.findByRole('button', { name: button['sign-in'][locale] })).toBeDefined()
})

test.each(LOCALES)('in %s: reports a remote that fails to load', async (locale) => {
  signInAs(me('creator'))
  openApp('/dashboard', locale)
  const texts = {
    en: ['This part of Reelfair didn’t load.', 'Everything else still works. Nothing you entered elsewhere is lost.'],
    fr: [
      'Cette partie de Reelfair n’a pas pu être chargée.',
      'Les autres pages de Reelfair fonctionnent normalement. Ce que vous avez saisi ailleurs n’est pas perdu.',
    ],
  }
  for (const text of texts[locale]) expect(await screen.findByText(text)).toBeDefined()
})

test.each(
  inLanguages([
    ['refused', (locale: Locale) => errorResponse('internal', locale, { requestId: 'r-17' }), errorRows.internal[2]],
    ['broken', brokenResponse, { en: 'You’re still signed in. Please try again.', fr: 'Vous êtes toujours connecté. Veuillez réessayer.' }],
  ] as const),
)('in %s: reports a failed sign-out (%s)', async (locale, _what, answer, texts) => {
  signInAs(me('creator'))
  api.answer({ 'DELETE /identity/sessions/current': () => answer(locale) })
  openApp('/login?x', locale)
  const signOut = { en: 'Sign out', fr: 'Se déconnecter' }
  // jsdom does not render popovers, but the document contains the button.
  const out = await screen.findByText(signOut[locale])
  await act(async () => out.click())
  expect((await screen.findAllByText(texts[locale])).length).toBeGreaterThan(0)
})

test.each(LOCALES)('in %s: confirms a resent e-mail in a toast', async (locale) => {
  openApp('/verify-email', locale)
  fill(await screen.findByLabelText(label.email[locale]), 'a@b.example')
  await userEvent.click(screen.getByRole('button', { name: { en: 'Send a new e-mail', fr: 'Envoyer un nouvel e-mail' }[locale] }))
  const texts = {
    en: 'If this address still needs to be confirmed, a new e-mail is on its way.',
    fr: 'Si cette adresse n’est pas encore confirmée, un nouvel e-mail vient d’y être envoyé.',
  }
  expect((await screen.findAllByText(texts[locale])).length).toBeGreaterThan(0)
})
