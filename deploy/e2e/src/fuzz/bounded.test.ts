/** Sends every twelfth huge request to each operation. */
import { staysSmall } from './bounded.ts'

staysSmall({ step: 12, atLeast: 1 })
