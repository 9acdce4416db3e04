process.env.QUERIES_DOCUMENTS = '100000'
await import('./queries.test.ts')
