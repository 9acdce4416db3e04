import { configure } from '@testing-library/react'

// Rendering is slow on a busy machine, and the client retries twice before it shows an error.
configure({ asyncUtilTimeout: 15_000 })
