import { commandTable } from './commands.ts'
import { run } from './run.ts'
import { transactionTable } from './transactions.ts'

run(1, commandTable, transactionTable)
