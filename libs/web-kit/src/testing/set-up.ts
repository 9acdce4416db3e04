import { afterEach, beforeEach } from 'vitest'

// Tests without a page need none of this.
if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react')
  const { loadMessages } = await import('../i18n/load-messages.ts')

  // Rendering is slow on a busy machine, and the client retries twice before it shows an error.
  configure({ asyncUtilTimeout: 15_000 })

  afterEach(cleanup)

  // Tests render in either language without waiting.
  beforeEach(async () => {
    for (const locale of ['en', 'fr'] as const) await loadMessages(locale)
  })
}
