import { tables as expressions } from './expressions.ts'
import { run } from './run.ts'
import { tables as stages } from './stages.ts'

run(1, ...expressions, ...stages)
