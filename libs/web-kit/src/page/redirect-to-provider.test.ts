// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { redirectToProvider } from './redirect-to-provider.ts'

beforeEach(() => {
  location.hash = ''
})

test('opens a web address', () => {
  // jsdom follows only links within a page.
  redirectToProvider(`${location.origin}/#provider`)
  expect(location.hash).toBe('#provider')
})

test.each(['javascript:location.hash="run"', 'data:text/html,run', 'blob:https://pay.example/1'])('does not open %s', (url) => {
  expect(() => redirectToProvider(url)).toThrow('not a web address')
  expect(location.hash).toBe('')
})

test('does not open a relative address', () => {
  expect(() => redirectToProvider('/#provider')).toThrow('Invalid URL')
  expect(location.hash).toBe('')
})
