// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defineMessages } from './define-messages.ts'
import { loadCurrentMessages } from './i18n.ts'

const sentences = {
  day: 'Ended on {{day}}.',
  dots: 'Wait... and then…',
  path: 'See ../other and 1..5.',
} as const
const useText = defineMessages('two-stops', { en: async () => ({ en: sentences }), fr: async () => ({ fr: sentences }) })
await loadCurrentMessages()

const read = () => renderHook(() => useText()).result.current.t
afterEach(cleanup)

test('ends a sentence with a single full stop after an abbreviation', () => {
  const t = read()
  expect(t('day', { day: 'le 21 nov.' })).toBe('Ended on le 21 nov.')
  expect(t('day', { day: '21 Nov' })).toBe('Ended on 21 Nov.')
})

test('keeps ellipses and other consecutive dots', () => {
  const t = read()
  expect(t('dots')).toBe('Wait... and then…')
  expect(t('day', { day: 'nov…' })).toBe('Ended on nov….')
  expect(t('path')).toBe('See ../other and 1..5.')
})
