// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { brokenResponse, errorResponse, stubApi } from '../testing/show-page.tsx'
import { useDeadLink } from './dead-link.ts'

const CHECK = 'POST /identity/link-checks'
const api = stubApi()

const idle = { isIdle: true, error: null }
const check = (token?: string) => renderHook((request) => useDeadLink('reset', token, request), { initialProps: idle })

test.each([
  ['the answer does not arrive', () => new Promise<Response>(() => undefined)],
  ['the link works', () => new Response(null, { status: 204 })],
  ['the network is down', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the response is unreadable', brokenResponse],
  ...(['too_many_requests', 'unavailable', 'internal', 'not_found'] as const).map(
    (code) => [`the check fails with ${code}`, () => errorResponse(code, 'en', { seconds: 60 })] as const,
  ),
] as const)('does not report a dead link if %s', async (_, answer) => {
  api.answer({ [CHECK]: answer })
  const { result } = check('secret')
  await waitFor(() => expect(api.sent(CHECK)).toEqual([{ purpose: 'reset', token: 'secret' }]))
  await act(async () => undefined)
  expect(result.current).toBeUndefined()
})

test('reports a dead link', async () => {
  api.fail(CHECK, 'reset_link_invalid', 'en', { minutes: 30 })
  const { result } = check('secret')
  await waitFor(() => expect(result.current?.code).toBe('reset_link_invalid'))
})

test('ignores a check that finds the link already used by the submission', async () => {
  const late = Promise.withResolvers<Response>()
  api.answer({ [CHECK]: () => late.promise })
  const { result, rerender } = check('secret')
  await waitFor(() => expect(api.sent(CHECK)).toHaveLength(1))
  rerender({ ...idle, isIdle: false })
  late.resolve(errorResponse('reset_link_invalid', 'en', { minutes: 30 }))
  await act(async () => undefined)
  expect(result.current).toBeUndefined()
})

test('does not check a link without a secret', async () => {
  check()
  await act(async () => undefined)
  expect(api.requests).toEqual([])
})
