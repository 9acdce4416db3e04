import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { loadMessages } from '../i18n/load-messages.ts'

// Rendering is slow on a busy machine, and the client retries twice before it shows an error.
configure({ asyncUtilTimeout: 15_000 })

afterEach(cleanup)

// Tests render in either language without waiting.
beforeEach(async () => {
  for (const locale of ['en', 'fr'] as const) await loadMessages(locale)
})
