/** Notifications, brand profile, contact, landing page, two-step sign-in for admins and new Terms, by keyboard. */
import { peopleSuite } from './suites.ts'

await peopleSuite()
