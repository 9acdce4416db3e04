/** Runs the query test with 100,000 documents in each collection. */
process.env.QUERIES_DOCUMENTS = '100000'
await import('./queries.test.ts')
