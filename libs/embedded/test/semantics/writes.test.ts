import { run } from './run.ts'
import { tables as updates } from './updates.ts'
import { tables as writes } from './writes.ts'

// Runs every fifth case to save time. The soak run covers all cases.
run(5, ...updates, ...writes)
