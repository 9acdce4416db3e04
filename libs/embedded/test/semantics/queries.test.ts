import { projectionTable } from './projection.ts'
import { queryTable } from './query.ts'
import { run } from './run.ts'
import { sortTable } from './sort.ts'

// Every fifth case; the engine rarely changes, and soak runs them all.
run(5, queryTable, sortTable, projectionTable)
