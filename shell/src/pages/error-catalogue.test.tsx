// @vitest-environment jsdom
/** The error catalogue of specification §8 on the shell's screens: what happens → what a person reads, in both languages. */
import type { ErrorCode, ErrorDetails, Locale } from '@reelfair/contracts'
import { fill, inBothLanguages, refusal } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Asked, asked, me, ok, open, openApp } from './page.fixture.tsx'

type Texts = Readonly<Record<Locale, string>>
const LOCALES = ['en', 'fr'] as const

const button = {
  'sign-in': { en: 'Log in', fr: 'Se connecter' },
  'sign-up': { en: 'Open an account', fr: 'Ouvrir un compte' },
  confirmation: { en: 'Confirm and log in', fr: 'Confirmer et se connecter' },
} as const
const label = { email: { en: 'E-mail', fr: 'E-mail' }, password: { en: 'Password', fr: 'Mot de passe' } } as const
const ways = {
  'sign-in': { page: '/login', path: '/identity/sessions' },
  'sign-up': { page: '/signup', path: '/identity/users' },
  confirmation: { page: '/auth/confirm#token=secret', path: '/identity/confirmations' },
} as const

async function send(way: keyof typeof ways, locale: Locale) {
  if (way !== 'confirmation') fill(await screen.findByLabelText(label.email[locale]), 'a@b.example')
  fill(await screen.findByLabelText(label.password[locale]), 'correct horse')
  if (way === 'sign-up') await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: button[way][locale] }))
}

/** An answer that cannot even be read: a bug, for which the screen has its own words. */
const broken = () => {
  const text = () => {
    throw new Error('a bug')
  }
  return { ok: true, text } as unknown as Response
}

/** What may happen to any request. */
const anywhere: [ErrorCode, ErrorDetails, Texts][] = [
  [
    'too_many_requests',
    { seconds: 12 },
    { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' },
  ],
  [
    'unavailable',
    {},
    {
      en: 'This part does not answer at the moment. Please try again shortly.',
      fr: 'Cette partie ne répond pas pour le moment. Veuillez réessayer sous peu.',
    },
  ],
  [
    'internal',
    { requestId: 'r-17' },
    {
      en: 'Something went wrong on our side. Nothing was changed. Reference: r-17',
      fr: 'Un problème est survenu de notre côté. Rien n’a été modifié. Référence : r-17',
    },
  ],
  ['foreign_origin', {}, { en: 'This request came from another site.', fr: 'Cette requête vient d’un autre site.' }],
  ['too_slow', {}, { en: 'The request took too long to arrive.', fr: 'La requête a mis trop de temps à arriver.' }],
  ['too_large', { limit: '100 KB' }, { en: 'This is too large: 100 KB at most.', fr: 'C’est trop volumineux : 100 KB au maximum.' }],
  ['malformed_body', {}, { en: 'The request could not be read.', fr: 'La requête n’a pas pu être lue.' }],
  ['invalid_input', {}, { en: 'Something in your entry is not as it should be.', fr: 'Une partie de votre saisie n’est pas valable.' }],
]

describe.each(['sign-in', 'sign-up', 'confirmation'] as const)('at %s', (way) => {
  test.each(inBothLanguages(anywhere))('in %s: %s', async (locale, code, details, texts) => {
    open(ways[way].page, ({ path }) => (path === ways[way].path ? refusal(code, locale, details) : undefined), locale)
    await send(way, locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
  })

  test.each(
    inBothLanguages([
      [
        'no network',
        () => Promise.reject(new TypeError('Failed to fetch')),
        { en: /^Reelfair cannot be reached\. Check your connection/, fr: /^Reelfair est injoignable\. Vérifiez votre connexion/ },
      ],
      [
        'no answer in time',
        () => Promise.reject(new DOMException('', 'TimeoutError')),
        { en: /^No answer came in time\. Try again/, fr: /^La réponse n’est pas arrivée à temps\. Réessayez/ },
      ],
      [
        'a proxy’s page',
        () => new Response('<html>', { status: 502 }),
        { en: /^This part does not answer as it should/, fr: /^Cette partie ne répond pas comme elle le devrait/ },
      ],
    ] as const),
  )('in %s: %s', async (locale, what, answer, texts) => {
    const timeout = AbortSignal.timeout
    // What the browser's own limit does, at once.
    if (what === 'no answer in time') AbortSignal.timeout = () => AbortSignal.abort()
    open(ways[way].page, ({ path }) => (path === ways[way].path ? (answer() as Response) : undefined), locale)
    await send(way, locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    AbortSignal.timeout = timeout
  })
})

test.each(
  inBothLanguages([
    [
      'wrong_credentials',
      {},
      {
        en: /^This is not the password chosen when signing up with this address\. If that was not you:/,
        fr: /^Ce n’est pas le mot de passe choisi lors de l’inscription avec cette adresse\. Si ce n’était pas vous/,
      },
    ],
    [
      'sign_in_slowed',
      { seconds: 8 },
      {
        en: 'Too many attempts with a wrong password. Please try again in 8 s.',
        fr: 'Trop de tentatives avec un mauvais mot de passe. Veuillez réessayer dans 8 s.',
      },
    ],
    [
      'confirmation_invalid',
      { hours: 24 },
      {
        en: 'This link has been used, replaced by a newer one, or is older than 24 hours.',
        fr: 'Ce lien a déjà servi, a été remplacé par un plus récent ou a plus de 24 heures.',
      },
    ],
  ] as const),
)('in %s, at the confirmation: %s', async (locale, code, details, texts) => {
  const { page, path } = ways.confirmation
  open(page, (one) => (one.path === path ? refusal(code, locale, details) : undefined), locale)
  await send('confirmation', locale)
  expect(await screen.findByText(texts[locale])).toBeDefined()
})

test.each(
  inBothLanguages([
    ['sign-in', 'email'],
    ['sign-up', 'email'],
    ['sign-up', 'password'],
  ] as const),
)('in %s: what the service finds wrong at %s in %s is said at the field', async (locale, way, path) => {
  open(
    ways[way].page,
    (one) => (one.path === ways[way].path ? refusal('invalid_input', locale, {}, [{ path, message: 'Not like this.' }]) : undefined),
    locale,
  )
  await send(way, locale)
  const input = screen.getByLabelText(label[path][locale])
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Not like this.')).toBeDefined()
})

test.each(LOCALES)('in %s: an empty sign-in says what is missing and asks nobody', async (locale) => {
  open('/login', () => undefined, locale)
  await userEvent.click(await screen.findByRole('button', { name: button['sign-in'][locale] }))
  const texts = {
    en: ['Enter the e-mail address of your account.', 'Enter your password.'],
    fr: ['Saisissez l’adresse e-mail de votre compte.', 'Saisissez votre mot de passe.'],
  }
  for (const text of texts[locale]) expect(screen.getByText(text)).toBeDefined()
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

const session = (who: ReturnType<typeof me>) => (one: Asked) => (one.path === '/identity/session' ? ok({ me: who }) : undefined)

/** Where somebody comes, and is led on with a word why. */
const guards: [string, string, ReturnType<typeof me> | undefined, string, Texts][] = [
  [
    'a visitor',
    '/balance',
    undefined,
    '/login?redirect=%2Fbalance',
    {
      en: 'Please log in first. Then you go on to the page you wanted.',
      fr: 'Veuillez d’abord vous connecter. Vous accéderez ensuite à la page demandée.',
    },
  ],
  [
    'a brand',
    '/balance',
    me('brand'),
    '/brand-dashboard',
    { en: 'That page is for creators. This is yours.', fr: 'Cette page est réservée aux créateurs. Voici la vôtre.' },
  ],
  [
    'a creator',
    '/brand-dashboard',
    me('creator'),
    '/dashboard',
    { en: 'That page is for brands. This is yours.', fr: 'Cette page est réservée aux marques. Voici la vôtre.' },
  ],
  [
    'an incomplete brand',
    '/brand-dashboard/purchase',
    me('brand', false),
    '/brand/form?redirect=%2Fbrand-dashboard%2Fpurchase',
    { en: 'Please complete your brand’s registration first.', fr: 'Veuillez d’abord compléter l’inscription de votre marque.' },
  ],
]

test.each(inBothLanguages(guards))('in %s: %s at %s', async (locale, _who, address, somebody, to, texts) => {
  const { place } = openApp(address, somebody ? session(somebody) : () => undefined, locale)
  expect((await screen.findAllByText(texts[locale])).length).toBeGreaterThan(0)
  expect(place()).toBe(to)
})

test.each(
  inBothLanguages([
    ['a creator', me('creator')],
    ['a brand', me('brand')],
  ] as const),
)('in %s: an admin’s page is not there for %s', async (locale, _who, somebody) => {
  openApp('/admin/transfers', session(somebody), locale)
  const nothing = { en: 'There is nothing at this address', fr: 'Il n’y a rien à cette adresse' }
  expect(await screen.findByText(nothing[locale])).toBeDefined()
})

test.each(LOCALES)('in %s: a session that ends while one works leads to sign-in, and back to the page afterwards', async (locale) => {
  let isOver = false
  const { place } = openApp(
    '/balance',
    ({ path }) => {
      if (path === '/identity/session') return ok(isOver ? {} : { me: me('creator') })
      if (path !== '/metrics/readings/latest') return undefined
      // The first request of the page finds it over.
      isOver = true
      return refusal('not_signed_in', locale)
    },
    locale,
  )
  const texts = {
    en: 'Your session has ended. Log in again, and you are back where you were.',
    fr: 'Votre session est terminée. Reconnectez-vous pour revenir là où vous en étiez.',
  }
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(place()).toBe('/login?redirect=%2Fbalance')
})

test.each(LOCALES)('in %s: who cannot be asked who is signed in says so, and asks again on request', async (locale) => {
  let answers = false
  openApp('/balance', (one) => (one.path !== '/identity/session' ? undefined : answers ? ok({}) : refusal('unavailable', locale)), locale)
  const texts = { en: 'We could not find out whether you are logged in.', fr: 'Impossible de savoir si vous êtes connecté.' }
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByText(anywhere[1]?.[2][locale] ?? '')).toBeDefined()
  answers = true
  await userEvent.click(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] }))
  expect(await screen.findByRole('button', { name: button['sign-in'][locale] })).toBeDefined()
})

test.each(LOCALES)('in %s: a part that does not load says so and leaves the rest alone', async (locale) => {
  openApp('/dashboard', session(me('creator')), locale)
  const texts = {
    en: ['This part of Reelfair did not load.', 'Everything else still works. Your entries elsewhere are kept.'],
    fr: ['Cette partie de Reelfair n’a pas pu être chargée.', 'Tout le reste fonctionne. Vos autres saisies sont conservées.'],
  }
  for (const text of texts[locale]) expect(await screen.findByText(text)).toBeDefined()
})

test.each(
  inBothLanguages([
    ['refused', (locale: Locale) => refusal('internal', locale, { requestId: 'r-17' }), anywhere[2]?.[2]],
    ['broken', broken, { en: 'You are still logged in. Please try again.', fr: 'Vous êtes toujours connecté. Veuillez réessayer.' }],
  ] as const),
)('in %s: a sign-out that is %s says that one is still signed in', async (locale, _what, answer, texts) => {
  openApp('/login?x', (one) => (one.method === 'DELETE' ? answer(locale) : session(me('creator'))(one)), locale)
  const leave = { en: 'Log out', fr: 'Se déconnecter' }
  // jsdom draws no popover; the button is there all the same.
  const out = await screen.findByText(leave[locale])
  await act(async () => out.click())
  expect((await screen.findAllByText(texts?.[locale] ?? '')).length).toBeGreaterThan(0)
})

test.each(LOCALES)('in %s: a mail that was asked for again is confirmed in a toast', async (locale) => {
  openApp(
    '/verify-email',
    ({ path }) => (path.endsWith('/resend') ? ok({ email: 'a@b.example', resendAfterSeconds: 60 }, 202) : undefined),
    locale,
  )
  fill(await screen.findByLabelText(label.email[locale]), 'a@b.example')
  await userEvent.click(screen.getByRole('button', { name: { en: 'Send a new mail', fr: 'Envoyer un nouvel e-mail' }[locale] }))
  const texts = {
    en: 'If this address waits for a confirmation, a new mail is on its way.',
    fr: 'Si cette adresse attend une confirmation, un nouvel e-mail est en route.',
  }
  expect((await screen.findAllByText(texts[locale])).length).toBeGreaterThan(0)
})
