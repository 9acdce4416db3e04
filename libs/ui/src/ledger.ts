/** Exports receipts, slips and charts without Mantine. Pages load this entry point on demand. */
export * from './charts/index.ts'
export * from './signature/rich.ts'
