/** Receipt, slip and charts without Mantine, loaded on demand. */
export * from './charts/index.ts'
export * from './signature/rich.ts'
