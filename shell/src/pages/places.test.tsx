// @vitest-environment jsdom
import type { Role } from '@reelfair/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { me, openApp, signInAs } from './page.fixture.tsx'

const hrefsOf = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))
/** The masthead's items, or, on phones, those of the tab bar. */
const places = async (on: 'masthead' | 'tab bar' = 'masthead') =>
  within((await screen.findAllByRole('navigation', { name: 'Main' })).at(on === 'masthead' ? 0 : -1) as HTMLElement)
const marked = (list: HTMLElement[]) =>
  list.filter((link) => link.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent)

const ADMIN_PLACES = ['/admin', '/admin/brands', '/admin/partnerships', '/admin/reviews', '/admin/transfers', '/admin/settings']

test.each<[Role, string, string[], string[]]>([
  ['creator', '/creator-history', ['/dashboard', '/public-campaigns', '/creator-history', '/balance'], ['History']],
  ['creator', '/creator-guide', ['/dashboard', '/public-campaigns', '/creator-history', '/balance'], []],
  ['creator', '/profile', ['/dashboard', '/public-campaigns', '/creator-history', '/balance'], []],
  [
    'brand',
    '/brand-dashboard/campaigns/c1',
    ['/brand-dashboard', '/brand-dashboard/new-campaign', '/find-creators', '/brand-dashboard/purchase'],
    ['Campaigns'],
  ],
  [
    'brand',
    '/brand-dashboard/new-campaign/3',
    ['/brand-dashboard', '/brand-dashboard/new-campaign', '/find-creators', '/brand-dashboard/purchase'],
    ['New campaign'],
  ],
  [
    'brand',
    '/partnerships/p1',
    ['/brand-dashboard', '/brand-dashboard/new-campaign', '/find-creators', '/brand-dashboard/purchase'],
    ['Campaigns'],
  ],
  ['admin', '/admin/reviews', ADMIN_PLACES, ['Reviews']],
  ['admin', '/admin/brands/b1/campaigns/c1', ADMIN_PLACES, ['Brands']],
])('for a %s at %s, shows the role’s navigation items and marks the current one', async (role, at, hrefs, current) => {
  signInAs(me(role))
  openApp(at)
  const links = (await places()).getAllByRole('link')
  expect(hrefsOf(links)).toEqual(hrefs)
  expect(marked(links)).toEqual(current)
  expect(hrefsOf((await places('tab bar')).getAllByRole('link'))).toEqual(hrefs.slice(0, 4))
})

test('links to a creator’s social accounts in the account menu', async () => {
  signInAs(me('creator'))
  openApp('/balance')
  await places()
  // jsdom does not render popovers, but the document contains the link.
  expect(screen.getByText('Your social accounts').getAttribute('href')).toBe('/profile')
})

test('shows a brand’s logo in the masthead', async () => {
  signInAs({ ...me('brand'), name: 'Alpine Oats', logoId: 'l1' })
  openApp('/account')
  await screen.findByText('Alpine Oats', { selector: 'button span' })
  expect(document.querySelector('.rf-account img')?.getAttribute('src')).toBe('/api/identity/brand-logos/l1')
})

test.each([
  ['en', 'Alpine Oats'],
  ['fr', undefined],
] as const)('in %s: starts the account menu with the name (%s), followed by the e-mail address', async (locale, name) => {
  signInAs({ ...me('creator'), ...(name && { name }) })
  openApp('/balance', locale)
  expect(await screen.findByText(name ?? 'a@b.example', { selector: 'button span' })).toBeDefined()
  const lines = [...document.querySelectorAll('.shell-account p')].slice(0, 2).map(({ textContent }) => textContent)
  expect(lines).toEqual(name ? [name, 'a@b.example'] : ['a@b.example', 'Créateur'])
})

test.each([
  ['creator', 'en', ['Privacy', 'Terms', 'Contact']],
  ['brand', 'fr', ['Confidentialité', 'Conditions', 'Contact']],
  ['admin', 'en', ['Privacy', 'Terms', 'Contact']],
] as const)('shows a signed-in %s a short footer (%s)', async (role, locale, names) => {
  signInAs(me(role))
  openApp('/notifications', locale)
  const links = within(await screen.findByRole('contentinfo')).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(names)
  expect(hrefsOf(links)).toEqual(['/privacy', '/terms', '/contact'])
})

test.each([
  [true, ADMIN_PLACES],
  [false, []],
] as const)('links an admin to the admin pages only after two-step sign-in is set up (done: %s)', async (complete, hrefs) => {
  signInAs(me('admin', complete))
  openApp('/account')
  await waitFor(() => expect(document.querySelector('.shell-account')).not.toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = screen.queryByRole('navigation', { name: 'Menu' })
  expect(hrefsOf(menu ? within(menu).getAllByRole('link') : [])).toEqual(hrefs)
})
