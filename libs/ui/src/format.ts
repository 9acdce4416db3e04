export * from '@reelfair/rules/format'
