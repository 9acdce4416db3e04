import { staysSmall } from './bounded.ts'

staysSmall(1)
