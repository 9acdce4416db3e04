/** Ledger entry of `@reelfair/ui`: receipt, slip and charts, without Mantine; loaded when first needed. */
export * from './charts/index.ts'
export * from './signature/rich.ts'
