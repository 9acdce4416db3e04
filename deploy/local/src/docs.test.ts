import { expect, test } from 'vitest'
import { readmesOf } from './readmes.ts'

test.for(readmesOf())('the tables in the README of $name are those of its definition; `npm run docs` writes them', ({ is, wanted }) => {
  expect(is).toBe(wanted)
})
