// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { RouterLink } from './router-link.tsx'
import { ViewedBrand } from './session/viewed-brand.tsx'

afterEach(cleanup)

const Here = () => <p>{useLocation().pathname}</p>

test.each([
  ['/terms', true],
  ['/france', true],
  ['/fr/x', true],
  // The landing page is a separate document.
  ['/', false],
  ['/fr', false],
  ['/?role=creator', false],
  ['/fr?role=brand#prices', false],
  ['/#how', false],
  ['//evil.example', false],
  ['/api/x', false],
])('opens %s in the app: %s', async (href, inApp) => {
  render(
    <MemoryRouter initialEntries={['/login']}>
      <RouterLink href={href}>link</RouterLink>
      <Here />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link')
  expect(link.getAttribute('href')).toBe(href)
  // jsdom cannot leave the page.
  link.addEventListener('click', (event) => !inApp && event.preventDefault())
  await userEvent.click(link)
  expect(screen.queryByText('/login') === null).toBe(inApp)
})

test.each([
  ['/brand-dashboard', '/admin/brands/b1'],
  ['/brand-dashboard?tab=1', '/admin/brands/b1?tab=1'],
  ['/brand-dashboard/campaigns/c1', '/admin/brands/b1/campaigns/c1'],
  ['/partnerships/p1', '/admin/brands/b1/partnerships/p1'],
  ['/brand-dashboards', '/brand-dashboards'],
  ['/admin/brands', '/admin/brands'],
])('while an admin views a brand, %s leads to %s', (href, to) => {
  render(
    <MemoryRouter>
      <ViewedBrand id="b1">
        <RouterLink href={href}>link</RouterLink>
      </ViewedBrand>
    </MemoryRouter>,
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe(to)
})
