/** Every page of the market and every component in both languages and all looks. */
import { campaignSuite } from './suites.ts'

await campaignSuite('all')
