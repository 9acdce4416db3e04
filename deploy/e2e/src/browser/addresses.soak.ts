/** Every page of every role on a slow phone, and every address as everybody. */
import { addressSuite } from './suites.ts'

await addressSuite('all')
