import { tables as expressions } from './expressions.ts'
import { run } from './run.ts'
import { tables as stages } from './stages.ts'

// Every fifth case; the engine rarely changes, and soak runs them all.
run(5, ...expressions, ...stages)
