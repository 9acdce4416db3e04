/** Sends every sixth huge request to each operation. */
import { staysSmall } from './bounded.ts'

staysSmall({ step: 6, atLeast: 1 })
