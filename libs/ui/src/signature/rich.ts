/** These components are large, so pages load them on demand. */
export type { ReceiptNote } from './leaders.tsx'
export { DiffersAnswer, type PayLine, Receipt, type ReceiptCheck, type ReceiptLine, type ReceiptProps, SameAnswer } from './receipt.tsx'
export { Slip, SlipLine, type SlipLineProps, SlipSection } from './slip.tsx'
