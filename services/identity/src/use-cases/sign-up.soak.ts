/** Signs up a hundred times with one address concurrently. */
process.env.SIGN_UPS = '100'
await import('./sign-up.test.ts')
