import type { LinkPurpose } from '@reelfair/contracts'
import { DEAD_LINK_CODES } from '@reelfair/contracts/values'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'

/**
 * Checks an e-mailed link when its page opens, without using it. Any failure but a refusal leaves the form in place,
 * because submitting it checks the link again.
 * @param token the link's secret; undefined if the link is incomplete
 * @param request the mutation that uses the link
 * @returns why the link no longer works; undefined if it works or its state is unknown
 * @example const dead = useDeadLink('reset', token, reset)
 */
export function useDeadLink(
  purpose: LinkPurpose,
  token: string | undefined,
  { isIdle, error }: { readonly isIdle: boolean; readonly error: Error | null },
): ApiError | undefined {
  const [found, setFound] = useState<unknown>()
  useEffect(() => {
    // Once the link is being used, a late check would find it dead.
    if (token === undefined || !isIdle) return
    const ended = new AbortController()
    const { signal } = ended
    call('POST', '/identity/link-checks', { purpose, token }, { signal }).catch((failure: unknown) => signal.aborted || setFound(failure))
    return () => ended.abort()
  }, [purpose, token, isIdle])
  return [error, found].find((one): one is ApiError => one instanceof ApiError && one.code === DEAD_LINK_CODES[purpose])
}
