import { expect, test } from 'vitest'
import { readmesOf } from './readmes.ts'

test.for(readmesOf())('$name: README tables are current; run `npm run docs` to update them', ({ is, wanted }) => {
  expect(is).toBe(wanted)
})
