/** The receipt has its own entry point, so that only pages with receipts load its code. */
export { SignUpReceipt } from './lazy-receipt.tsx'
