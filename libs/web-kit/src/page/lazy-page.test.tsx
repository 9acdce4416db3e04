// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { LazyPage, type PageModule, pageModule } from './lazy-page.tsx'

const page = (title: string) =>
  pageModule<{ note: string }>(async () => ({ note }) => <input aria-label={`${title}, ${note}`} />)
const shown = (of: PageModule<{ note: string }>, note = 'a') => (
  <Suspense fallback={<p>skeleton</p>}>
    <LazyPage of={of} given={{ note }} />
  </Suspense>
)

test('renders a page immediately if its module was fetched, otherwise after a skeleton', async () => {
  const fetched = page('Fetched')
  await fetched.fetch()
  render(shown(fetched))
  expect(screen.getByLabelText('Fetched, a')).toBeDefined()
  cleanup()
  render(shown(page('Other')))
  expect(screen.getByText('skeleton')).toBeDefined()
  expect(await screen.findByLabelText('Other, a')).toBeDefined()
})

test('keeps typed text when props change, and discards it on another page', async () => {
  const [one, two] = [page('One'), page('Two')]
  const { rerender } = render(shown(one))
  await userEvent.type(await screen.findByLabelText('One, a'), 'typed')
  rerender(shown(one, 'b'))
  expect(screen.getByLabelText<HTMLInputElement>('One, b').value).toBe('typed')
  rerender(shown(two, 'b'))
  expect((await screen.findByLabelText<HTMLInputElement>('Two, b')).value).toBe('')
  expect(screen.queryByLabelText('One, b')).toBeNull()
})

test('rethrows the error from a failed load and reloads the module on the next fetch', async () => {
  let isAway = true
  const module = pageModule(async () => {
    if (isAway) throw new Error('away')
    return () => <p>there</p>
  })
  await expect(module.fetch()).rejects.toThrow('away')
  isAway = false
  await module.fetch()
  render(<LazyPage of={module} given={{}} />)
  expect(screen.getByText('there')).toBeDefined()
})
