// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { defineMessages, type UseText } from './define-messages.ts'

function Part({ useText, arrive }: { useText: UseText<'name'>; arrive: () => void }) {
  // The messages arrive while React waits for the microtasks of this render.
  arrive()
  return <p>{useText().t('name')}</p>
}

test('renders a part whose messages arrive between its render and the replay of that render', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const file = Promise.withResolvers<{ en: { name: string } }>()
  const useText = defineMessages('replayed', { en: () => file.promise, fr: async () => ({ fr: { name: 'Nom' } }) })
  const failed = vi.fn()
  // React recovers from its own error, so a reader would not see it.
  const root = createRoot(document.body.appendChild(document.createElement('div')), { onRecoverableError: failed, onUncaughtError: failed })
  startTransition(() =>
    root.render(
      <Suspense fallback={<p>skeleton</p>}>
        <Part useText={useText} arrive={() => file.resolve({ en: { name: 'Name' } })} />
      </Suspense>,
    ),
  )
  expect(await screen.findByText('Name')).toBeDefined()
  expect(failed).not.toHaveBeenCalled()
  root.unmount()
})
