export * from './business-day.ts'
export * from './money.ts'
export * from './packages.ts'
