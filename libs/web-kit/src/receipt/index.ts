/** The receipts have their own entry point, so that only pages with receipts load their code. */
export { PartnershipReceipt, SignUpReceipt } from './lazy-receipt.tsx'
