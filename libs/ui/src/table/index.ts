/** Tables, and the statement of a balance. */
export { Statement, type StatementEntry, type StatementProps } from './statement.tsx'
export { type Column, Entry, type Sort, type StackPlace, Table, type TableProps } from './table.tsx'
