export { Statement } from './statement.tsx'
export { type Column, Entry, type Sort, Table } from './table.tsx'
