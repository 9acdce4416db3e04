import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Rendering is slow on a busy machine, and the client retries twice before it shows an error.
configure({ asyncUtilTimeout: 15_000 })

afterEach(cleanup)
