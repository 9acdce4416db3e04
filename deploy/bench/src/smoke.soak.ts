import { smoke } from './smoke.ts'

smoke(() => true)
