// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { landingPage } from '../landing/rendered.fixture.ts'
import { api, me, open, press, signInAs, type } from './page.fixture.tsx'

// Loading the lazy pages can take a while on a cold machine.
beforeAll(() => Promise.all([import('./signup/signup-page.tsx'), import('./verify-email/verify-email-page.tsx')]), 60_000)

test('keeps the package chosen on the landing page in the redirect of the sign-up request', async () => {
  document.body.innerHTML = landingPage('en', 'brand')
  const link = screen.getByRole('link', { name: /Starter/ })
  // The first button on the page offers the same package.
  expect(screen.getByRole('link', { name: /10,000 views/ }).getAttribute('href')).toBe(link.getAttribute('href'))
  const chosen = '/brand-dashboard/purchase?package=starter'
  expect(link.getAttribute('href')).toBe(`/signup?role=brand&redirect=${encodeURIComponent(chosen)}`)
  document.body.replaceChildren()
  open(link.getAttribute('href') ?? '')
  await type('E-mail', 'a@b.example')
  await type('Password', 'correct horse')
  await userEvent.click(screen.getByRole('checkbox'))
  await press('Sign up')
  await waitFor(() => expect(api.sent('POST /identity/users')).toMatchObject([{ role: 'brand', redirect: chosen }]))
})

test('takes a signed-in brand to the chosen package, or to the form if registration is incomplete', async () => {
  const to = encodeURIComponent('/brand-dashboard/purchase?package=starter')
  signInAs(me('brand', false))
  const first = open(`/login?redirect=${to}`)
  await waitFor(() => expect(first.place()).toBe(`/brand/form?redirect=${to}`))
  cleanup()
  signInAs(me('brand'))
  const later = open(`/login?redirect=${to}`)
  await waitFor(() => expect(later.place()).toBe('/brand-dashboard/purchase?package=starter'))
})

test('keeps the redirect in the sign-up links on the sign-in page', async () => {
  open('/login?redirect=/brand-dashboard/purchase?package=scale')
  const links = await screen.findAllByRole('link')
  const ways = links.map((link) => link.getAttribute('href')).filter((href) => href?.startsWith('/signup?role='))
  expect(ways.some((href) => href?.endsWith('redirect=%2Fbrand-dashboard%2Fpurchase%3Fpackage%3Dscale'))).toBe(true)
})
