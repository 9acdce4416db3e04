import { indexedTables, indexTable } from './indexes.ts'
import { run } from './run.ts'

run(1, indexTable, ...indexedTables)
