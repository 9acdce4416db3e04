// @vitest-environment jsdom
import type { AssignmentHistory, Campaign, Me, Review } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'
import { expectTypeOf, test } from 'vitest'
import { call } from './client.ts'
import { usePages, useRead, useReads, useWrite } from './queries.ts'
import { upload } from './upload.ts'

/** These calls are compiled but never run. The type check fails if an invalid call compiles. */
const neverCalled = (check: () => unknown) => expectTypeOf(check).toBeFunction()

test('infers the type of a response from the route map', () => {
  neverCalled(() => {
    expectTypeOf(useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId: 'c' }).data).toEqualTypeOf<Campaign | undefined>()
    expectTypeOf(useReads('campaigns', '/metrics/assignments/:assignmentId/history', [{ assignmentId: 'a' }])[0]?.data).toEqualTypeOf<
      AssignmentHistory | undefined
    >()
    expectTypeOf(usePages('reviews', '/metrics/reviews').items).toEqualTypeOf<Review[] | undefined>()
    expectTypeOf(call('GET', '/identity/me', {})).resolves.toEqualTypeOf<Me>()
    expectTypeOf(call('DELETE', '/campaigns/drafts/current', {})).resolves.toEqualTypeOf<undefined>()
    expectTypeOf(useWrite('PATCH', '/campaigns/campaigns/:campaignId').data).toEqualTypeOf<Campaign | undefined>()
  })
})

test('rejects an unknown path', () => {
  neverCalled(() => {
    // @ts-expect-error: misspelled
    useRead('credits', '/payouts/credit')
    // @ts-expect-error: another method
    useWrite('PUT', '/campaigns/campaigns')
    // @ts-expect-error: not a list
    usePages('credits', '/payouts/credits')
    // @ts-expect-error: takes no file
    void upload('/campaigns/campaigns', new Blob(), { type: 'image/png' })
  })
})

test('rejects a path that screens must not call', () => {
  neverCalled(() => {
    // @ts-expect-error: only the gateway calls this route
    void call('POST', '/identity/sessions/token', { secret: 's' })
    // @ts-expect-error: only the sandbox calls this route
    useWrite('POST', '/payouts/sandbox/earnings')
    // @ts-expect-error: responds with a file
    useRead('campaigns', '/campaigns/media/:mediaId', { mediaId: 'm' })
  })
})

test('rejects a URL that does not lead to a file', () => {
  neverCalled(() => {
    // @ts-expect-error: misspelled
    fileUrl('/campaigns/medium/:mediaId', { mediaId: 'm' })
    // @ts-expect-error: responds with JSON
    fileUrl('/campaigns/campaigns/:campaignId', { campaignId: 'c' })
    // @ts-expect-error: only a POST returns this file
    fileUrl('/identity/data-exports/:exportId/file', { exportId: 'e' })
    // @ts-expect-error: no mediaId
    fileUrl('/campaigns/media/:mediaId', { download: '1' })
    // @ts-expect-error: a wrong value
    fileUrl('/campaigns/media/:mediaId', { mediaId: 'm', download: 'yes' })
  })
})

test('rejects a missing path parameter', () => {
  neverCalled(() => {
    // @ts-expect-error: no input
    useRead('campaigns', '/campaigns/campaigns/:campaignId')
    // @ts-expect-error: no campaignId
    usePages('campaigns', '/metrics/campaigns/:campaignId/videos', { limit: 100 })
    // @ts-expect-error: no reviewId
    useWrite('POST', '/metrics/admin/reviews/:reviewId/decision').mutate({ verdict: 'counts', why: '' })
  })
})

test('rejects an input that the route does not accept', () => {
  neverCalled(() => {
    // @ts-expect-error: an unknown field
    useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId: 'c', tab: 'active' })
    // @ts-expect-error: a wrong value
    usePages('campaigns', '/campaigns/campaigns', { tab: 'ended' })
    // @ts-expect-error: the hook sets the cursor
    usePages('campaigns', '/campaigns/campaigns', { cursor: 'c' })
    // @ts-expect-error: a route without input
    void call('GET', '/identity/me', { limit: 1 })
    // @ts-expect-error: a route without input
    useWrite('POST', '/payouts/transfers').mutate({ amount: 1 })
  })
})
