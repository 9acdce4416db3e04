import { indexedTables, indexTable } from './indexes.ts'
import { run } from './run.ts'

// Every fifth case; the engine rarely changes, and soak runs them all.
run(5, indexTable, ...indexedTables)
