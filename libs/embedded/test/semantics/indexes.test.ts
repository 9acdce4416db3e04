import { indexedTables, indexTable } from './indexes.ts'
import { run } from './run.ts'

// Runs every fifth case to save time. The soak run covers all cases.
run(5, indexTable, ...indexedTables)
