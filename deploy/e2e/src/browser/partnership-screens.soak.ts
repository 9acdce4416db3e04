/** Invitations that end without a partnership, and a booking from a creator's public page, in two windows. */
import { partnershipSuite } from './suites.ts'

await partnershipSuite()
