import { commandTable } from './commands.ts'
import { run } from './run.ts'
import { transactionTable } from './transactions.ts'

run(commandTable, transactionTable)
