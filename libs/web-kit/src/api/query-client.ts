import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** How often a request that may pass is asked again by itself. */
export const RETRIES = 2

const retry = (failures: number, error: Error) => failures < RETRIES && error instanceof ApiError && error.passing
/** In milliseconds. */
export const retryDelay = (failures: number): number => 500 * 2 ** failures

/** The screens' copy of what the services know. A 401 anywhere asks who is signed in. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') void client.invalidateQueries({ queryKey: ['session'] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // `always`: without it a request made offline waits in silence instead of saying that Reelfair cannot be reached.
      queries: { retry, retryDelay, staleTime: 10_000, networkMode: 'always' },
      mutations: { retry, retryDelay, networkMode: 'always' },
    },
  })
  return client
}
