/** All of it once more, with every page in the two looks that `browser.test.ts` leaves out. */
import { UNUSUAL } from './every-page.ts'
import { browserSuite } from './suite.ts'

await browserSuite(UNUSUAL)
