import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

export const RETRIES = 2

const retry = (failures: number, error: Error) => failures < RETRIES && error instanceof ApiError && error.transient
/** @returns the delay in milliseconds */
export const retryDelay = (failures: number): number => 500 * 2 ** failures

/** Error codes that show that the page's session is out of date: it has ended or lost its admin rights. */
const SESSION_CHANGED: readonly string[] = ['not_signed_in', 'second_factor_required']

/** Refetches the session after an error with one of these codes. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && SESSION_CHANGED.includes(error.code)) void client.invalidateQueries({ queryKey: ['session'] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // By default, offline requests pause silently. With `always` they fail, so the user sees an error.
      queries: { retry, retryDelay, staleTime: 10_000, networkMode: 'always' },
      mutations: { retry, retryDelay, networkMode: 'always' },
    },
  })
  return client
}
