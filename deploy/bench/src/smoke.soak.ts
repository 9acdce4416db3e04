/** Runs every bench entry. */
import { smoke } from './smoke.ts'

smoke(() => true)
