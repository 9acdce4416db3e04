import { projectionTable } from './projection.ts'
import { queryTable } from './query.ts'
import { run } from './run.ts'
import { sortTable } from './sort.ts'

run(1, queryTable, sortTable, projectionTable)
