// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '../testing/show-page.tsx'
import { usePage } from './use-page.ts'

const shownParts: string[] = []
Element.prototype.scrollIntoView = function () {
  shownParts.push(this.id)
}

function Terms() {
  usePage('Terms')
  return (
    <>
      <h1>Terms</h1>
      <section id="pay">
        <h2>What it pays</h2>
      </section>
      <p id="note">Paid each night</p>
    </>
  )
}
afterEach(() => {
  cleanup()
  shownParts.length = 0
})

test('a page is named in the tab, and the part that the address names is led to', async () => {
  showPage(<Terms />, { address: '/terms#pay' })
  await vi.waitFor(() => expect(document.title).toBe('Terms · Reelfair'))
  expect(shownParts).toEqual(['pay'])
  expect(document.activeElement?.textContent).toBe('What it pays')
})

test('a part without a heading is itself what the reader is led to', async () => {
  showPage(<Terms />, { address: '/terms#note' })
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('note'))
})

test.each(['/terms#nothing', '/terms#%zz', '/terms#%'])('%s, which names no part, shows the page all the same', (address) => {
  showPage(<Terms />, { address })
  expect(screen.getByRole('heading', { name: 'Terms' })).toBeDefined()
  expect(shownParts).toEqual([])
})
