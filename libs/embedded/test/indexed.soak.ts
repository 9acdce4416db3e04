/** Runs 400 rounds of the random index tests, each with a different seed. */
process.env.ROUNDS = '400'
await import('./indexed.test.ts')
