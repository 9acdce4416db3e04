import { expect, test } from 'vitest'
import { readmesOf } from './readmes.ts'

test.for(readmesOf())('the README of $name contains the current tables; run `npm run docs` to update them', ({ is, wanted }) => {
  expect(is).toBe(wanted)
})
