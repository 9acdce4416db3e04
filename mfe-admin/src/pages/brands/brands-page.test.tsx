// @vitest-environment jsdom
import { type LoadRow, showPage, stubApi, testLoadFailures } from '@reelfair/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BrandsPage } from './brands-page.tsx'

const brand = { id: 'b1', brandName: 'Alpine', contactEmail: 'ida@a.example', registeredAt: '2026-11-21T12:00:00.000Z' }
const api = stubApi({
  'GET /identity/admin/brands': ({ query }) => {
    if (query.get('name') === 'zz') return { items: [] }
    return query.has('cursor') ? { items: [{ ...brand, id: 'b2', brandName: 'Zest' }] } : { items: [brand], next: 'b1' }
  },
})

test.each([
  ['en', '21 Nov 2026', 'Show more brands'],
  ['fr', '21 nov. 2026', 'Afficher plus de marques'],
] as const)('in %s: lists the brands, each with a link to its dashboard', async (locale, since, more) => {
  showPage(<BrandsPage />, { locale })
  expect((await screen.findByRole('link', { name: 'Alpine' })).getAttribute('href')).toBe('/admin/brands/b1')
  const partnerships = { en: 'See partnerships', fr: 'Voir les partenariats' }[locale]
  expect(screen.getByRole('link', { name: partnerships }).getAttribute('href')).toBe('/admin/partnerships?brand=b1')
  for (const text of ['ida@a.example', since]) expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: more }))
  expect((await screen.findByRole('link', { name: 'Zest' })).getAttribute('href')).toBe('/admin/brands/b2')
})

test('shows each brand’s logo, or the first letter of its name', async () => {
  api.answer({
    'GET /identity/admin/brands': {
      items: [
        { ...brand, logoId: 'l1' },
        { ...brand, id: 'b2' },
      ],
    },
  })
  showPage(<BrandsPage />)
  await screen.findAllByRole('link', { name: 'Alpine' })
  const marks = [...document.querySelectorAll('.admin-brand .rf-avatar')].map((one) => one.getAttribute('src') ?? one.textContent)
  expect(marks).toEqual(['/api/identity/brand-logos/l1', 'A'])
})

test('finds brands by name and keeps the name in the address', async () => {
  showPage(<BrandsPage />, { address: '/admin/brands?name=zz' })
  expect(await screen.findByText('No brand name starts with this.')).toBeDefined()
  const field = screen.getByLabelText<HTMLInputElement>('Name begins with')
  expect(field.value).toBe('zz')
  await userEvent.clear(field)
  await userEvent.type(field, ' alp{Enter}')
  await waitFor(() => expect(api.requests.at(-1)?.query.get('name')).toBe('alp'))
  expect(await screen.findByRole('link', { name: 'Alpine' })).toBeDefined()
})

const row: LoadRow = ['GET /identity/admin/brands', { en: 'We couldn’t load the brands.', fr: 'Les marques n’ont pas pu être chargées.' }]
testLoadFailures(api, [row], (locale) => showPage(<BrandsPage />, { locale }))
