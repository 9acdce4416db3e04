// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { showPage } from '../testing/show-page.tsx'
import { usePage } from './use-page.ts'

const shownParts: string[] = []
Element.prototype.scrollIntoView = function () {
  shownParts.push(this.id)
}

function Terms() {
  usePage('Terms')
  return <Parts />
}

function Parts() {
  return (
    <>
      <h1>Terms</h1>
      <a id="back" href="/">
        Back
      </a>
      <section id="pay" aria-labelledby="pay-heading">
        <h2 id="pay-heading">What it pays</h2>
      </section>
    </>
  )
}
let load = (): void => undefined

/** Shows a skeleton first, like pages that load data. */
function LoadingTerms() {
  usePage('Terms')
  const [isLoaded, setLoaded] = useState(false)
  load = () => act(() => setLoaded(true))
  return isLoaded ? <Parts /> : <p>Loading</p>
}

afterEach(() => {
  shownParts.length = 0
})

test('sets the document title and focuses the section in the URL hash', async () => {
  showPage(<Terms />, { address: '/terms#pay' })
  await waitFor(() => expect(document.title).toBe('Terms · Reelfair'))
  expect(shownParts).toEqual(['pay'])
  expect(document.activeElement?.textContent).toBe('What it pays')
})

test('focuses the section itself if it has no heading, so that the skip link works', async () => {
  showPage(
    <main id="content">
      <Terms />
    </main>,
    { address: '/terms#content' },
  )
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('does not set a tabindex on an element that is already focusable', async () => {
  showPage(<Terms />, { address: '/terms#back' })
  await waitFor(() => expect(document.activeElement?.id).toBe('back'))
  expect(document.activeElement?.hasAttribute('tabindex')).toBe(false)
})

test.each(['/terms#nothing', '/terms#%zz', '/terms#%'])('shows the page normally for %s, which matches no section', (address) => {
  showPage(<Terms />, { address })
  expect(screen.getByRole('heading', { name: 'Terms' })).toBeDefined()
  expect(shownParts).toEqual([])
})

test('focuses a section that loads later', async () => {
  showPage(<LoadingTerms />, { address: '/terms#pay' })
  expect(shownParts).toEqual([])
  load()
  await waitFor(() => expect(shownParts).toEqual(['pay']))
  expect(document.activeElement?.textContent).toBe('What it pays')
})

test.each([
  ['scrolls', () => fireEvent.wheel(window)],
  ['moves the focus', () => fireEvent.focusIn(document.body)],
  ['has read the page for ten seconds', () => vi.advanceTimersByTime(10_000)],
])('leaves the page where it is if the user %s before the section has loaded', async (_, act) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  showPage(<LoadingTerms />, { address: '/terms#pay' })
  act()
  load()
  // Observers run before this promise resolves.
  await Promise.resolve()
  expect(shownParts).toEqual([])
})
