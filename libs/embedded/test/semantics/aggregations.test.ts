import { tables as expressions } from './expressions.ts'
import { run } from './run.ts'
import { tables as stages } from './stages.ts'

// Runs every fifth case to save time. The soak run covers all cases.
run(5, ...expressions, ...stages)
