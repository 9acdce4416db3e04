// Browsers drop what a table means as soon as CSS lays its rows out as a grid, which stacked entries on the phone do; the roles put it back.
export const asTable = { role: 'table' } as const
export const asGroup = { role: 'rowgroup' } as const
export const asRow = { role: 'row' } as const
export const asCell = { role: 'cell' } as const
export const asColumnHead = { role: 'columnheader' } as const
/** Rows that only stand for coming ones. */
export const asNothing = { 'aria-hidden': true } as const
export const asRowHead = { role: 'rowheader' } as const
