import { run } from './run.ts'
import { tables as updates } from './updates.ts'
import { tables as writes } from './writes.ts'

// Every fifth case; the engine rarely changes, and soak runs them all.
run(5, ...updates, ...writes)
