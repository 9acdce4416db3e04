import { campaignSuite } from './suites.ts'

await campaignSuite()
