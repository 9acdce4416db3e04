import { defineCrashTests } from './testing/crash-tests.ts'

await defineCrashTests('everywhere')
