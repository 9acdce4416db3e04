import { test } from 'vitest'
import { rejectsHostileInput } from './testing/hostile-strings.ts'
import { startVerification } from './testing/start-verification.ts'

const verification = await startVerification()

test('rejects 2,000 hostile usernames and codes before they reach the workflow', () => rejectsHostileInput(verification, 2_000))
