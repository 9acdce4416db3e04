/** Every campaign page in every look, and the long versions of `screens.test.ts`. */
import { marketSuite } from './suites.ts'

await marketSuite('all')
