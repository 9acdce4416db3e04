import { staysSmall } from './bounded.ts'

staysSmall({ step: 1, atLeast: 1_000 })
