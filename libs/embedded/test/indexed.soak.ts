/** Four hundred rounds, each from a seed of its own. */
process.env.ROUNDS = '400'
await import('./indexed.test.ts')
