/** Inspects every campaign page and every component in both languages, themes and widths. */
import { campaignSuite } from './suites.ts'

await campaignSuite('all')
