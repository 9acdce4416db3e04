/** A separate entry, so that only pages with receipts load this code. */
export { SignUpReceipt } from './lazy-receipt.tsx'
