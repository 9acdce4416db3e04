// @vitest-environment jsdom
import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { describeInLanguages, errorRows, fill, testRefusals } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { api, me, open, openApp, signInAs } from '../page.fixture.tsx'

// Loading the lazy page can take a while on a cold machine.
beforeAll(() => import('./contact-page.tsx'), 60_000)

const PATH = 'POST /identity/contact-messages'
const words = {
  en: {
    title: 'Contact',
    name: 'Your name',
    email: 'Your e-mail address',
    message: 'Your message',
    send: 'Send message',
    sent: /We’ve received your message/,
    another: 'Write another message',
    back: 'Back to the home page',
    faults: [
      'Enter your name (up to 80 characters).',
      'Enter your e-mail address, like ada@example.org.',
      'Enter your message (up to 4,000 characters).',
    ],
  },
  fr: {
    title: 'Contact',
    name: 'Votre nom',
    email: 'Votre adresse e-mail',
    message: 'Votre message',
    send: 'Envoyer le message',
    sent: /Nous avons bien reçu votre message/,
    another: 'Écrire un autre message',
    back: 'Retour à l’accueil',
    faults: [
      'Saisissez votre nom (80 caractères au maximum).',
      'Saisissez votre adresse e-mail, par exemple ada@example.org.',
      'Saisissez votre message (4 000 caractères au maximum).',
    ],
  },
} as const

async function write(locale: 'en' | 'fr' = 'en') {
  const texts = words[locale]
  fill(await screen.findByLabelText(texts.name), ' Ada Lovelace ')
  fill(screen.getByLabelText(texts.email), 'ada@b.example')
  fill(screen.getByLabelText(texts.message), 'Two\nlines')
  await userEvent.dblClick(screen.getByRole('button', { name: texts.send }))
}

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('sends a message once despite a double click, and says where the copy goes', async () => {
    api.answer({ [PATH]: ({ body }) => ({ email: (body as { email: string }).email }) })
    open('/contact', locale)
    await write(locale)
    expect(await screen.findByText(texts.sent)).toBeDefined()
    expect(screen.getByText('ada@b.example')).toBeDefined()
    expect(api.sent(PATH)).toEqual([{ topic: 'general', name: 'Ada Lovelace', email: 'ada@b.example', message: 'Two\nlines' }])
    await userEvent.click(screen.getByRole('button', { name: texts.another }))
    expect((screen.getByLabelText(texts.message) as HTMLTextAreaElement).value).toBe('')
  })

  test('marks missing fields, focuses the first and sends nothing', async () => {
    open('/contact', locale)
    await userEvent.click(await screen.findByRole('button', { name: texts.send }))
    for (const fault of texts.faults) expect(screen.getByText((text) => text.replaceAll(/[\u00a0\u202f]/g, ' ') === fault)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(texts.name))
    expect(api.writes()).toEqual([])
  })

  test('shows the e-mail and Instagram addresses and links back to the home page', async () => {
    open('/contact', locale)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(texts.title)
    expect(screen.getByRole('link', { name: DEFAULT_SUPPORT_EMAIL }).getAttribute('href')).toBe(`mailto:${DEFAULT_SUPPORT_EMAIL}`)
    expect(screen.getByRole('link', { name: '@reelfair' }).getAttribute('href')).toBe('https://www.instagram.com/reelfair/')
    expect(screen.getByRole('link', { name: texts.back }).getAttribute('href')).toBe('/')
  })
})

testRefusals(
  api,
  PATH,
  [
    errorRows.unavailable,
    errorRows.too_many_requests,
    [
      'contact_too_soon',
      { seconds: 30 },
      {
        en: 'You sent us a message a moment ago. You can send another one in 30 s.',
        fr: 'Vous venez de nous envoyer un message. Vous pourrez en envoyer un autre dans 30 s.',
      },
    ],
  ],
  async (locale) => {
    open('/contact', locale)
    await write(locale)
  },
)

test('keeps the text when sending fails, and sends it on the second try', async () => {
  api.fail(PATH, 'contact_too_soon', 'en', { seconds: 1 })
  open('/contact')
  await write()
  await screen.findByText(/a moment ago/)
  expect((screen.getByLabelText('Your message') as HTMLTextAreaElement).value).toBe('Two\nlines')
  api.answer({ [PATH]: { email: 'ada@b.example' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText(words.en.sent)).toBeDefined()
})

test.each([
  ['/contact?topic=brand', undefined, 'I’m a brand'],
  ['/contact?topic=elsewhere', undefined, 'Something else'],
  ['/contact?x', 'creator', 'I’m a creator'],
] as const)('preselects the topic at %s for %s', async (address, role, label) => {
  if (role) signInAs(me(role))
  const { go } = openApp('/terms')
  await screen.findByText(role ? 'a@b.example' : 'Sign in', { selector: role ? '.shell-account-email' : '.rf-masthead-account a' })
  go(address)
  const option = await screen.findByRole('radio', { name: new RegExp(label) })
  expect((option as HTMLInputElement).checked).toBe(true)
})

test.each(['creator', 'brand'] as const)('lists the public pages in the account menu of a %s', async (role) => {
  signInAs(me(role))
  openApp('/contact')
  const menu = await waitFor(() => document.querySelector('.shell-account') ?? Promise.reject(new Error('no menu')))
  const hrefs = [...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(expect.arrayContaining(['/terms', '/privacy', '/contact']))
})

test.each([
  ['en', ['Privacy', 'Terms', 'Contact'], ['Contact', 'Sign in', 'Sign up']],
  ['fr', ['Confidentialité', 'Conditions', 'Contact'], ['Contact', 'Se connecter', 'Créer un compte']],
] as const)('in %s: shows visitors the specified footer and navigation', async (locale, foot, head) => {
  openApp('/verify-email', locale)
  const footer = within(await screen.findByRole('contentinfo'))
  expect(foot.map((name) => footer.getByRole('link', { name }).getAttribute('href'))).toEqual(['/privacy', '/terms', '/contact'])
  const masthead = within(screen.getByRole('banner'))
  expect(head.map((name) => masthead.getByRole('link', { name }).getAttribute('href'))).toEqual(['/contact', '/login', '/signup'])
})
