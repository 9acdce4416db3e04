import type { LinkPurpose } from '@reelfair/contracts'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'

/** @source contracts: only refusals of links have the status 410 Gone on these pages */
const refusalOf = (error: unknown) => (error instanceof ApiError && error.status === 410 ? error : undefined)

/**
 * Checks an e-mailed link when its page opens, without using it. Any failure but a refusal leaves the form in place,
 * because submitting it checks the link again.
 * @param token the link's secret; undefined if the link is incomplete
 * @param submitted the error of the request that uses the link
 * @returns why the link no longer works; undefined if it works or the answer is unknown
 * @example const dead = useDeadLink('reset', token, reset.error)
 */
export function useDeadLink(purpose: LinkPurpose, token: string | undefined, submitted: Error | null): ApiError | undefined {
  const [found, setFound] = useState<ApiError>()
  useEffect(() => {
    if (token === undefined) return
    const leaving = new AbortController()
    call('POST', '/identity/link-checks', { purpose, token }, { signal: leaving.signal }).catch((error: unknown) =>
      setFound(refusalOf(error)),
    )
    return () => leaving.abort()
  }, [purpose, token])
  return refusalOf(submitted) ?? found
}
