// @vitest-environment jsdom
import type { Campaign } from '@reelfair/contracts'
import { UiProvider } from '@reelfair/ui'
import { MemoryRouter, sentenceOfError, WebKitProvider } from '@reelfair/web-kit'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CampaignList } from './campaign-list.tsx'
import { WhatNext } from './what-next.tsx'

const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const aCampaign = (name: string, more: Partial<Campaign>): Campaign => ({
  id: name,
  brandId: 'b',
  name,
  viewsGoal: 10_000,
  actualViews: 1_000,
  category: 'Food_Cooking',
  network: 'tiktok',
  link: 'https://a.example',
  duration: '1 month',
  status: 'active',
  createdAt: day(-5),
  startsAt: day(-5),
  endsAt: day(25),
  ...more,
})
const newest = aCampaign('Newest', {})
const older = aCampaign('Older', { createdAt: day(-9), viewsGoal: 5_000 })
const done = aCampaign('Done', { createdAt: day(-90), status: 'completed', endsAt: day(-60) })

let pages: readonly (readonly Campaign[])[] = []
vi.stubGlobal('fetch', async (url: string) => {
  if (url === '/api/payouts/credits') return Response.json({ available: 4_000, held: 0, spent: 0 })
  if (!url.startsWith('/api/campaigns/')) return Response.json({})
  const at = Number(new URL(url, 'http://localhost').searchParams.get('cursor') ?? 0)
  return Response.json({ items: pages[at], ...(pages[at + 1] && { next: String(at + 1) }) })
})

function look(...given: (readonly Campaign[])[]) {
  pages = given
  render(
    <UiProvider locale="en" errorSentence={sentenceOfError}>
      <WebKitProvider>
        <MemoryRouter>
          <WhatNext />
          <CampaignList />
        </MemoryRouter>
      </WebKitProvider>
    </UiProvider>,
  )
}
afterEach(cleanup)

const tab = async (name: string) => (await screen.findByRole('tab', { name: new RegExp(`^${name}`) })).textContent
const loadOn = async () => userEvent.click(await screen.findByRole('button', { name: 'Show older ones' }))
const says = (sentence: RegExp) => screen.findByText((_, element) => element?.tagName === 'H3' && sentence.test(element.textContent ?? ''))

test('tabs say how many there are once all are loaded, and nothing before', async () => {
  look([newest], [older, done])
  expect([await tab('Active'), await tab('Completed')]).toEqual(['Active', 'Completed'])
  await loadOn()
  expect(await screen.findByText('Older')).toBeDefined()
  expect([await tab('Active'), await tab('Completed'), await tab('Expired')]).toEqual(['Active2', 'Completed1', 'Expired0'])
})

test('a tab without any does not say that there are none while older campaigns are not loaded', async () => {
  look([newest], [done])
  await userEvent.click(await screen.findByRole('tab', { name: /^Completed/ }))
  expect(await screen.findByText(/^None among your 1 newest campaigns/)).toBeDefined()
  expect(screen.queryByText('No campaign has reached its goal yet.')).toBeNull()
  await loadOn()
  expect(await screen.findByText('Done')).toBeDefined()
})

test('what is still to come is a number once all campaigns are known', async () => {
  look([newest], [older])
  expect(await says(/^Views are still to come/)).toBeDefined()
  await loadOn()
  expect(await says(/^13,000 views are still to come/)).toBeDefined()
})
