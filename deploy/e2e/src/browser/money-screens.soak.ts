import { moneySuite } from './suites.ts'

await moneySuite()
