/** Every entry of the bench. */
import { smoke } from './smoke.ts'

smoke(() => true)
