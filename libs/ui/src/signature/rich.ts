/** Loaded on demand, because these components are large. */
export type { ReceiptNote } from './leaders.tsx'
export { type PayLine, Receipt, type ReceiptCheck, type ReceiptLine, type ReceiptProps } from './receipt.tsx'
export { Slip, SlipLine, type SlipLineProps, SlipSection } from './slip.tsx'
