// @vitest-environment jsdom
/** Covers the pages of e-mailed links when they open: the link is checked, but not used. */
import { brokenResponse, errorResponse, fill } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { api, open, press } from './page.fixture.tsx'

const CHECK = 'POST /identity/link-checks'

const pages = [
  {
    page: '/auth/confirm',
    check: { purpose: 'confirm', token: 'secret' },
    use: 'POST /identity/confirmations',
    refused: ['confirmation_invalid', { hours: 24 }],
    form: { en: 'Confirm and sign in', fr: 'Confirmer et se connecter' },
    again: ['/verify-email', { en: 'Send a new e-mail', fr: 'Envoyer un nouvel e-mail' }],
  },
  {
    page: '/auth/sign-in',
    check: { purpose: 'sign-in', token: 'secret' },
    use: 'POST /identity/sessions/by-link',
    refused: ['sign_in_link_invalid', { minutes: 15 }],
    form: { en: 'Sign in', fr: 'Se connecter' },
    again: ['/sign-in-link', { en: 'Email me a sign-in link', fr: 'Recevoir un lien de connexion' }],
  },
  {
    page: '/reset-password',
    check: { purpose: 'reset', token: 'secret' },
    use: 'POST /identity/password-resets/confirm',
    refused: ['reset_link_invalid', { minutes: 30 }],
    form: { en: 'Save and sign in', fr: 'Enregistrer et se connecter' },
    again: ['/forgot-password', { en: 'Request a new link', fr: 'Demander un nouveau lien' }],
  },
  {
    page: '/auth/change-email',
    check: { purpose: 'change-email', token: 'secret' },
    use: 'POST /identity/email-changes/confirm',
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

describe.each(pages)('$page', ({ page, check, use, refused: [code, details], form, again: [href, label] }) => {
  test.each(['en', 'fr'] as const)('in %s: says at once that a link no longer works and leads to a new one', async (locale) => {
    api.fail(CHECK, code, locale, details)
    open(`${page}#token=secret`, locale)
    expect(await screen.findByText(texts[locale].dead)).toBeDefined()
    expect(screen.getByRole('alert').textContent).toMatch(texts[locale].why)
    expect(screen.getByRole('link', { name: label[locale] }).getAttribute('href')).toBe(href)
    expect([screen.queryByRole('button', { name: form[locale] }), document.querySelector('input')]).toEqual([null, null])
    expect(api.writes()).toEqual([{ what: CHECK, body: check }])
  })

  test.each([
    ['the answer does not arrive', () => new Promise<Response>(() => undefined)],
    ['the link works', () => new Response(null, { status: 204 })],
    ['the network is down', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the answer is unreadable', brokenResponse],
  ] as const)('keeps the form if %s', async (_, answer) => {
    api.answer({ [CHECK]: answer })
    open(`${page}#token=secret`)
    await waitFor(() => expect(api.sent(CHECK)).toHaveLength(1))
    await act(async () => undefined)
    expect(screen.getByRole('button', { name: form.en })).toBeDefined()
    expect(screen.queryByText(texts.en.dead)).toBeNull()
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test.each(['too_many_requests', 'unavailable', 'internal', 'not_found'] as const)('keeps the form after %s', async (failure) => {
    api.fail(CHECK, failure, 'en', { seconds: 60 })
    open(`${page}#token=secret`)
    await waitFor(() => expect(api.sent(CHECK)).toHaveLength(1))
    await act(async () => undefined)
    expect(screen.getByRole('button', { name: form.en })).toBeDefined()
    expect(screen.queryByText(texts.en.dead)).toBeNull()
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test('ignores a check that finds the link used by the submission', async () => {
    const late = Promise.withResolvers<Response>()
    api.answer({ [CHECK]: () => late.promise, [use]: () => new Promise<Response>(() => undefined) })
    open(`${page}#token=secret`)
    await screen.findByRole('button', { name: form.en })
    for (const input of document.querySelectorAll('input')) fill(input, 'correct horse')
    await press(form.en)
    await waitFor(() => expect(api.sent(use)).toHaveLength(1))
    late.resolve(errorResponse(code, 'en', details))
    await act(async () => undefined)
    expect(screen.queryByText(texts.en.dead)).toBeNull()
  })

  test('checks another link that is opened in the same tab, and nothing without a secret', async () => {
    api.fail(CHECK, code, 'en', details)
    const { go } = open(`${page}#token=secret`)
    expect(await screen.findByText(texts.en.dead)).toBeDefined()
    api.answer({ [CHECK]: () => new Response(null, { status: 204 }) })
    act(() => go(`${page}#token=newer`))
    expect(await screen.findByRole('button', { name: form.en })).toBeDefined()
    expect(api.sent(CHECK)).toEqual([check, { ...check, token: 'newer' }])
    act(() => go(page))
    await waitFor(() => expect(screen.queryByRole('button', { name: form.en })).toBeNull())
    expect(api.sent(CHECK)).toHaveLength(2)
  })
})
