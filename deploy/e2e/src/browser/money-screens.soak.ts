/** Inspects all other pages in both languages, themes and widths, after the sign-up and payment tests. */
import { moneySuite } from './suites.ts'

await moneySuite('all')
