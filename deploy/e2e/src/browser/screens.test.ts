/** Each page in one look, and behaviour that only a browser can show. */
import { marketSuite } from './suites.ts'

await marketSuite('one')
