/** Each page in one look, and what only a browser can show. */
import { marketSuite } from './suites.ts'

await marketSuite('one')
