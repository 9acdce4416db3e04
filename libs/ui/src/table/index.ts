/** Tables and account statements. */
export { Statement, type StatementEntry, type StatementProps } from './statement.tsx'
export { type Column, Entry, type Sort, type StackPlace, Table, type TableProps } from './table.tsx'
