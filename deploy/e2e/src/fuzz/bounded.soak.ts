/** Sends every huge request to each operation, at least 1,000 in all. */
import { staysSmall } from './bounded.ts'

staysSmall({ step: 1, atLeast: 1_000 })
