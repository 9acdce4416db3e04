// @vitest-environment jsdom
import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { describeInLanguages } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { open } from '../page.fixture.tsx'
import { en } from './messages/en.ts'
import { PARTS } from './policy.ts'

// Loading the lazy page can take a while on a cold machine.
beforeAll(() => import('./privacy-page.tsx'), 60_000)

const words = {
  en: { title: 'Privacy policy', note: 'Last updated 29 November 2026.', contents: 'Contents', table: 'Retention', cell: '24 months' },
  fr: {
    title: 'Politique de confidentialité',
    note: 'Dernière mise à jour le 29 novembre 2026.',
    contents: 'Sommaire',
    table: 'Conservation',
    cell: '24 mois',
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('shows visitors the policy with its date and every part', async () => {
    open('/privacy', locale)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(texts.title)
    expect(screen.getByText(texts.note)).toBeDefined()
    await waitFor(() => expect(document.title).toBe(`${texts.title} · Reelfair`))
    const links = within(screen.getByRole('navigation', { name: texts.contents })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(PARTS.map(({ id }) => `/privacy#${id}`))
    for (const [index, link] of links.entries()) {
      const part = document.getElementById(PARTS[index]?.id ?? '')
      expect(part?.querySelector('h2')?.textContent).toBe(`${index + 1}. ${link.textContent}`)
    }
    const main = document.querySelector('main')?.textContent ?? ''
    expect(main).toContain('18')
    expect(main).not.toMatch(/\{\{|undefined|NaN/)
    expect(main).not.toMatch(/\b16\b/)
  })

  test('shows how long data is kept, and each cookie', async () => {
    open('/privacy', locale)
    const table = await screen.findByRole('table', { name: texts.table })
    expect(table.textContent).toContain(texts.cell)
    for (const cookie of ['__Host-session', '__Host-device', '__Host-locale']) expect(screen.getByText(cookie)).toBeDefined()
    expect(screen.getByRole('link', { name: DEFAULT_SUPPORT_EMAIL }).getAttribute('href')).toBe(`mailto:${DEFAULT_SUPPORT_EMAIL}`)
  })
})

test('shows every passage', () => {
  const frame = ['title', 'note', 'terms', 'lead', 'contents']
  const shown = PARTS.flatMap(({ id, clauses, table }) => [
    `${id}-title`,
    ...clauses,
    ...(table ? [table.caption, ...table.heads, ...table.rows.flat().filter((cell) => typeof cell === 'string')] : []),
  ])
  expect([...frame, ...shown].toSorted()).toEqual(Object.keys(en).toSorted())
})
