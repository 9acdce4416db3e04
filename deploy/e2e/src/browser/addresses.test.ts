import { addressSuite } from './suites.ts'

await addressSuite('some')
