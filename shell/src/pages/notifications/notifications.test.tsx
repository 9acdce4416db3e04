// @vitest-environment jsdom
import type { Notification, Role } from '@reelfair/contracts'
import { testLoadFailures } from '@reelfair/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { byDay } from '../../components/notifications/by-day.ts'
import { api, me, open, openApp, signInAs } from '../page.fixture.tsx'

// jsdom does not support popovers, and hides their content from role queries.
HTMLElement.prototype.hidePopover = vi.fn()

const note = (number: number, more: Partial<Notification> = {}): Notification => ({
  id: crypto.randomUUID(),
  number,
  kind: 'campaign-goal-reached',
  title: `Campaign ${number} reached its goal`,
  text: '30,000 views charged.',
  link: { href: `/brand-dashboard/campaigns/${number}`, label: 'Open the campaign' },
  createdAt: new Date().toISOString(),
  isRead: false,
  ...more,
})
const choices = {
  items: [
    { group: 'campaigns', name: 'Campaigns', about: 'settled', mail: 'on' },
    { group: 'accounts', name: 'Social accounts', about: 'verified', mail: 'never' },
    { group: 'security', name: 'Security', about: 'new sign-in', mail: 'always' },
  ],
} as const

let unread = 0
function answer(items: readonly Notification[], next?: string) {
  unread = items.filter(({ isRead }) => !isRead).length
  api.answer({
    'GET /identity/notifications': ({ query }) =>
      query.get('cursor') ? { items: [note(1, { title: 'The oldest' })] } : { items: [...items], next },
    'GET /identity/notifications/unread': () => ({ unread }),
    'GET /identity/notifications/choices': choices,
    'PUT /identity/notifications/read': () => {
      unread = 0
      return new Response(null, { status: 204 })
    },
  })
}
const signIn = (role: Role = 'brand') => signInAs(me(role))
beforeEach(() => signIn())

const openPanel = async () => {
  const panel = document.querySelector('.shell-bell-panel') as HTMLElement
  const toggled = Object.assign(new Event('toggle'), { newState: 'open', oldState: 'closed' })
  await act(async () => void panel.dispatchEvent(toggled))
  return within(panel)
}

test.each([
  [0, 'en', 'Notifications'],
  [3, 'en', 'Unread notifications: 3'],
  [100, 'en', 'Unread notifications: 99+'],
  [3, 'fr', 'Notifications non lues : 3'],
] as const)('with %i unread notifications, names the bell in %s “%s”', async (count, locale, name) => {
  answer([])
  unread = count
  openApp('/brand-dashboard', locale)
  expect(await screen.findByRole('button', { name })).toBeDefined()
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/notifications')
})

test('shows no bell to visitors', async () => {
  api.answer({ 'GET /identity/session': {} })
  openApp('/')
  await screen.findAllByRole('link', { name: 'Sign in' })
  expect(screen.queryByRole('button', { name: /otifications/ })).toBeNull()
})

test('opens the panel with the newest notifications, marks one by following its link, and closes', async () => {
  const [first, second] = [
    note(8, { answerBy: '2126-01-01T00:00:00.000Z', link: { href: '/brand-dashboard#reviews', label: 'Look' } }),
    note(7),
  ]
  answer([first, second])
  openApp('/brand-dashboard')
  await screen.findByRole('button', { name: 'Unread notifications: 2' })
  expect(api.requests.map(({ what }) => what)).not.toContain('GET /identity/notifications')
  const panel = await openPanel()
  const entries = await panel.findAllByRole('listitem', { hidden: true })
  expect(entries.map((entry) => within(entry).getAllByRole('link', { hidden: true }).length)).toEqual([1, 1])
  expect(panel.getByRole('link', { name: 'Look', hidden: true }).className).toContain('rf-button')
  expect(panel.getByRole('link', { name: 'All notifications', hidden: true }).getAttribute('href')).toBe('/notifications')
  await userEvent.click(panel.getByRole('link', { name: 'Open the campaign', hidden: true }))
  expect(api.writes()).toEqual([{ what: `PUT /identity/notifications/${second.id}/read`, body: {} }])
  expect(HTMLElement.prototype.hidePopover).toHaveBeenCalled()
})

test.each(['en', 'fr'] as const)('in %s: marks all notifications on the page as read', async (locale) => {
  answer([note(8), note(7, { isRead: true })])
  open('/notifications', locale)
  const unreadText = { en: '1 unread', fr: '1 non lue' }[locale]
  expect(await screen.findByText(unreadText)).toBeDefined()
  expect(document.querySelectorAll('[data-unread]')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: { en: 'Mark all as read', fr: 'Tout marquer comme lu' }[locale] }))
  expect(api.sent('PUT /identity/notifications/read')).toEqual([{ upTo: 8 }])
  await waitFor(() => expect(screen.queryByText(unreadText)).toBeNull())
})

test('reports a failure to mark notifications as read', async () => {
  answer([note(8)])
  api.fail('PUT /identity/notifications/read', 'not_allowed', 'en')
  open('/notifications')
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('Your notifications weren’t marked as read.')).toBeDefined()
})

test('loads older notifications', async () => {
  answer([note(8)], 'older')
  open('/notifications')
  await userEvent.click(await screen.findByRole('button', { name: 'Show older notifications' }))
  expect(await screen.findByText('The oldest')).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: explains an empty list', async (locale) => {
  answer([])
  open('/notifications', locale)
  expect(await screen.findByText({ en: 'No notifications yet', fr: 'Aucune notification pour le moment' }[locale])).toBeDefined()
})

test('groups notifications by their day in Paris', () => {
  const now = new Date('2026-11-22T12:00:00Z').getTime()
  const at = ['2026-11-21T23:30:00Z', '2026-11-21T22:30:00Z', '2026-11-17T08:00:00Z'].map((createdAt, index) =>
    note(3 - index, { createdAt }),
  )
  expect(byDay(at, now, 'en').map(({ relative, date, items }) => [relative, date, items.length])).toEqual([
    ['today', 'Sunday 22 Nov', 1],
    ['yesterday', 'Saturday 21 Nov', 1],
    [undefined, 'Tuesday 17 Nov', 1],
  ])
})

test('shows what can be switched off, and “always” for the rest', async () => {
  answer([])
  api.answer({ 'PUT /identity/notifications/choices': choices })
  open('/account')
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)
  expect((await row('Security')).queryByRole('checkbox')).toBeNull()
  expect((await row('Security')).getAllByText('always')).toHaveLength(2)
  expect((await row('Social accounts')).getByText('no e-mails')).toBeDefined()
  await userEvent.click((await row('Campaigns')).getByRole('checkbox', { name: 'E-mails about: Campaigns' }))
  expect(api.sent('PUT /identity/notifications/choices')).toEqual([{ group: 'campaigns', mail: false }])
})

test('asks visitors to sign in first', async () => {
  api.answer({ 'GET /identity/session': {} })
  const { place } = open('/notifications')
  await waitFor(() => expect(place()).toBe('/login?redirect=%2Fnotifications'))
})

testLoadFailures(
  api,
  [['GET /identity/notifications', { en: 'Your notifications didn’t load.', fr: 'Vos notifications n’ont pas pu être chargées.' }]],
  (locale) => {
    signInAs(me('brand'))
    open('/notifications', locale)
  },
)

testLoadFailures(
  api,
  [['GET /identity/notifications/choices', { en: 'Your choices didn’t load.', fr: 'Vos choix n’ont pas pu être chargés.' }]],
  (locale) => {
    signInAs(me('brand'))
    open('/account', locale)
  },
)
