import { shortSuite } from './suites.ts'

await shortSuite()
