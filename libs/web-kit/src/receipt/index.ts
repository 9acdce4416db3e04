/**
 * Explains earnings to both sides of a campaign. A separate entry point, so that only pages with receipts load the
 * code.
 */
export { SignUpReceipt } from './lazy-receipt.tsx'
