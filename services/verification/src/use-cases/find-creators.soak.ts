process.env.QUERIES_DOCUMENTS = '200000'
await import('./find-creators.test.ts')
