import { test } from 'vitest'
import { refusesHostile } from './testing/hostile-strings.ts'
import { startVerification } from './testing/start-verification.ts'

const verification = await startVerification()

test('of 2,000 hostile usernames and codes none reaches the workflow, and nothing breaks', () => refusesHostile(verification, 2_000))
