import { run } from './run.ts'
import { tables as updates } from './updates.ts'
import { tables as writes } from './writes.ts'

run(1, ...updates, ...writes)
