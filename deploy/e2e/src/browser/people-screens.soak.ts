/** Notifications, brand profile, contact, landing page, two-step sign-in of admins and new Terms by Tab. */
import { peopleSuite } from './suites.ts'

await peopleSuite()
