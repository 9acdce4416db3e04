// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { api, open, press } from '../page.fixture.tsx'

test.each([
  ['en', 'Unsubscribe', /You won’t get e-mails about “Campaigns” any more/],
  ['fr', 'Se désinscrire', /Vous ne recevrez plus d’e-mails concernant « Campaigns »/],
] as const)('in %s: unsubscribes only when the visitor presses the button', async (locale, button, done) => {
  api.answer({ 'POST /identity/unsubscriptions': { group: 'campaigns', name: 'Campaigns' } })
  open('/unsubscribe/user~campaigns~t~s', locale)
  await screen.findByRole('button', { name: button })
  expect(api.writes()).toEqual([])
  await press(button)
  expect(await screen.findByText(done)).toBeDefined()
  expect(api.sent('POST /identity/unsubscriptions')).toEqual([{ token: 'user~campaigns~t~s' }])
})

test.each([
  ['en', 'Unsubscribe', /This unsubscribe link is incomplete or too old/, 'Choose your e-mails'],
  ['fr', 'Se désinscrire', /Ce lien de désinscription est incomplet ou trop ancien/, 'Choisir vos notifications'],
] as const)('in %s: explains an invalid link and links to the choices instead of a retry', async (locale, button, text, choose) => {
  api.fail('POST /identity/unsubscriptions', 'unsubscribe_invalid', locale)
  open('/unsubscribe/forged', locale)
  await press(button)
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: choose }).getAttribute('href')).toBe('/account#notifications')
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})
