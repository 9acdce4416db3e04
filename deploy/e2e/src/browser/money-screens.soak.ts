/** Sign-up, recovery, purchases and transfers by keyboard, then their pages in every look. */
import { moneySuite } from './suites.ts'

await moneySuite()
