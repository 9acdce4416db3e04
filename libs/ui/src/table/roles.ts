// Browsers drop table semantics if CSS lays out rows as a grid, as on phones. These roles restore the semantics.
export const asTable = { role: 'table' } as const
export const asGroup = { role: 'rowgroup' } as const
export const asRow = { role: 'row' } as const
export const asCell = { role: 'cell' } as const
export const asColumnHead = { role: 'columnheader' } as const
/** Screen readers must ignore skeleton rows. */
export const asHidden = { 'aria-hidden': true } as const
export const asRowHead = { role: 'rowheader' } as const
