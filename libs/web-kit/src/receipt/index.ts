/** Why somebody earned what: for both sides of a campaign. Apart from the facade, so that only pages with receipts load it. */
export { SignUpReceipt, type SignUpReceiptProps } from './lazy-receipt.tsx'
