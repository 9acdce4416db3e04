/** Tables. */
export { type Column, Entry, Table } from './table.tsx'
