/** Notifications, brand profile, contact and new Terms by Tab. */
import { peopleSuite } from './suites.ts'

await peopleSuite()
