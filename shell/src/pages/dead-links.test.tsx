// @vitest-environment jsdom
/** Covers opening the pages behind e-mailed links: the link is checked, but not used. */
import { inLanguages } from '@reelfair/web-kit/testing'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { api, open } from './page.fixture.tsx'

const CHECK = 'POST /identity/link-checks'

const pages = [
  {
    page: '/auth/confirm',
    check: { purpose: 'confirm', token: 'secret' },
    refused: ['confirmation_invalid', { hours: 24 }],
    form: { en: 'Confirm and sign in', fr: 'Confirmer et se connecter' },
    again: ['/verify-email', { en: 'Send a new e-mail', fr: 'Envoyer un nouvel e-mail' }],
  },
  {
    page: '/auth/sign-in',
    check: { purpose: 'sign-in', token: 'secret' },
    refused: ['sign_in_link_invalid', { minutes: 15 }],
    form: { en: 'Sign in', fr: 'Se connecter' },
    again: ['/sign-in-link', { en: 'Email me a sign-in link', fr: 'Recevoir un lien de connexion' }],
  },
  {
    page: '/reset-password',
    check: { purpose: 'reset', token: 'secret' },
    refused: ['reset_link_invalid', { minutes: 30 }],
    form: { en: 'Save and sign in', fr: 'Enregistrer et se connecter' },
    again: ['/forgot-password', { en: 'Request a new link', fr: 'Demander un nouveau lien' }],
  },
  {
    page: '/auth/change-email',
    check: { purpose: 'change-email', token: 'secret' },
    refused: ['email_change_invalid', { hours: 24 }],
    form: { en: 'Confirm this address', fr: 'Confirmer cette adresse' },
    again: ['/account', { en: 'Request a new link', fr: 'Demander un nouveau lien' }],
  },
] as const

const texts = {
  en: { dead: 'This link no longer works.', why: /^This link has already been used, was replaced by a newer one, or is more than \d\d / },
  fr: {
    dead: 'Ce lien ne fonctionne plus.',
    why: /^Ce lien a déjà été utilisé, a été remplacé par un plus récent ou date de plus de \d\d /,
  },
} as const

test.each(inLanguages(pages.map((page) => [page.page, page] as const)))(
  'in %s: %s says at once that a link no longer works and leads to a new one',
  async (locale, page, { check, refused: [code, details], form, again: [href, label] }) => {
    api.fail(CHECK, code, locale, details)
    open(`${page}#token=secret`, locale)
    expect(await screen.findByText(texts[locale].dead)).toBeDefined()
    expect(screen.getByRole('alert').textContent).toMatch(texts[locale].why)
    expect(screen.getByRole('link', { name: label[locale] }).getAttribute('href')).toBe(href)
    expect([screen.queryByRole('button', { name: form[locale] }), document.querySelector('input')]).toEqual([null, null])
    expect(api.writes()).toEqual([{ what: CHECK, body: check }])
  },
)

test('keeps the form for a working link, and checks another link opened in the same tab', async () => {
  api.fail(CHECK, 'sign_in_link_invalid', 'en', { minutes: 15 })
  const { go } = open('/auth/sign-in#token=secret')
  expect(await screen.findByText(texts.en.dead)).toBeDefined()
  api.answer({ [CHECK]: () => new Response(null, { status: 204 }) })
  act(() => go('/auth/sign-in#token=newer'))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(api.sent(CHECK).map((body) => (body as { token: string }).token)).toEqual(['secret', 'newer'])
  expect(screen.getByRole('alert').textContent).toBe('')
})
