/** The receipt has its own entry, so that only pages with receipts load its code. */
export { SignUpReceipt } from './lazy-receipt.tsx'
