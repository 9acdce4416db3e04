import { defineCrashTests } from './testing/crash-tests.ts'

await defineCrashTests('at the worst')
