/** Each round has a different seed. */
process.env.ROUNDS = '400'
await import('./indexed.test.ts')
