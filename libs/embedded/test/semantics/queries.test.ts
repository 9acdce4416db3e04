import { projectionTable } from './projection.ts'
import { queryTable } from './query.ts'
import { run } from './run.ts'
import { sortTable } from './sort.ts'

// Runs every fifth case to save time. The soak run covers all cases.
run(5, queryTable, sortTable, projectionTable)
