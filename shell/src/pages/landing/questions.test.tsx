// @vitest-environment jsdom
import { showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Questions } from './questions.tsx'

afterEach(cleanup)

test.each([
  ['en', /The minimum transfer is €1\.$/],
  ['fr', /les virements sont possibles à partir de 1\s€\.$/],
] as const)('states the minimum transfer in %s', (locale, text) => {
  showPage(<Questions />, { locale })
  expect(screen.getByText(text)).toBeDefined()
})
