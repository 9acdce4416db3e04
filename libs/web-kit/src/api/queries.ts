import type { LiveTopic } from '@reelfair/contracts'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { type ApiPath, addressOf, call, type Method, type QueryValues } from './client.ts'
import { firstRead, firstReads, pendingRead } from './first-reads.ts'

interface ReadOptions {
  readonly query?: QueryValues
  /** If false, the request is not sent yet. */
  readonly enabled?: boolean
}

/**
 * Reads a GET response and keeps it fresh: a live event for `topic` triggers a refetch.
 * @example const credits = useRead<CreditBalance>('credits', '/payouts/credits')
 */
export function useRead<Result>(topic: LiveTopic, path: ApiPath, { query, enabled = true }: ReadOptions = {}) {
  return useQuery<Result, Error>({
    queryKey: [topic, path, query ?? {}],
    queryFn: ({ signal }) => {
      const ask = () => call<Result>('GET', path, { query, signal })
      return pendingRead(addressOf(path, query ?? {}))?.then((ahead) => (ahead as Result | undefined) ?? ask()) ?? ask()
    },
    initialData: () => firstRead(addressOf(path, query ?? {})) as Result | undefined,
    enabled,
  })
}

/**
 * Reads several GET responses of the same kind. Each stays fresh and shares its cache entry with `useRead`.
 * @example
 * const paths = ids.map((id) => `/metrics/assignments/${id}/history` as const)
 * const histories = useReads<AssignmentHistory>('campaigns', paths)
 */
export function useReads<Result>(topic: LiveTopic, paths: readonly ApiPath[]) {
  return useQueries({
    queries: paths.map((path) => ({
      queryKey: [topic, path, {}],
      queryFn: ({ signal }: { signal: AbortSignal }) => call<Result>('GET', path, { signal }),
    })),
  })
}

/** One page of a list, like `Page` in contracts. */
interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly next?: string | undefined
}

interface PagesOptions<Item> {
  /** Whether an item can no longer change. Live events do not refetch a later page if all its items are final. */
  readonly isFinal?: (item: Item) => boolean
}

/**
 * Reads a paged list in the service's order. `items` holds all pages loaded so far; a live event refetches each page.
 * @typeParam More extra fields of each page, available in `data.pages`
 * @example const { items, hasNextPage, fetchNextPage } = usePages<Campaign>('campaigns', '/campaigns/campaigns')
 */
export function usePages<Item, More extends object = object>(
  topic: LiveTopic,
  path: ApiPath,
  query: QueryValues = {},
  { isFinal }: PagesOptions<Item> = {},
) {
  type OnePage = PageOf<Item> & More
  const queryKey = [topic, path, 'pages', query]
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal, client }) => {
      // The first page is always refetched, because new items appear there.
      const known = isFinal && pageParam !== undefined ? client.getQueryData<InfiniteData<OnePage>>(queryKey) : undefined
      const kept = known?.pages[known.pageParams.indexOf(pageParam)]
      if (isFinal && kept?.items.every(isFinal)) return kept
      return call<OnePage>('GET', path, { query: { ...query, cursor: pageParam }, signal })
    },
    initialData: () => {
      const page = firstRead(addressOf(path, query)) as OnePage | undefined
      return page && { pages: [page], pageParams: [undefined] }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
  return { ...pages, items: pages.data?.pages.flatMap((page) => page.items) }
}

interface WriteOptions<Input, Output> {
  /** Topics that this write changes. They are refetched as soon as it succeeds. */
  readonly changes?: readonly LiveTopic[]
  /** Builds the JSON body. By default the body is the input, and DELETE has none. */
  readonly body?: (input: Input) => unknown
  /** Result to use for `not_found`: if the response to a deletion is lost, the retry finds nothing to delete. */
  readonly ifNotFound?: Output
  readonly onDone?: (output: Output, input: Input) => void
}

/**
 * Sends a write with an Idempotency-Key. Automatic retries use the same key. If the outcome of a failed write is
 * unknown, resubmitting the same input also uses the same key.
 * @example
 * const request = useWrite<CampaignDraft, Campaign>('POST', '/campaigns/campaigns', {
 *   changes: ['campaigns', 'credits'],
 * })
 * request.mutate(draft)
 */
export function useWrite<Input, Output = void>(
  method: Exclude<Method, 'GET'>,
  path: ApiPath | ((input: Input) => ApiPath),
  { changes = [], body, ifNotFound, onDone }: WriteOptions<Input, Output> = {},
) {
  const client = useQueryClient()
  const attempt = useRef<{ input: string; key: string; outcomeUnknown?: boolean } | null>(null)
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => {
      const text = JSON.stringify(input) ?? ''
      if (attempt.current?.input !== text) attempt.current = { input: text, key: crypto.randomUUID() }
      const current = attempt.current
      return call<Output>(method, typeof path === 'function' ? path(input) : path, {
        key: current.key,
        body: body ? body(input) : method === 'DELETE' ? undefined : input,
      }).catch((error: unknown) => {
        if (ifNotFound !== undefined && error instanceof ApiError && error.code === 'not_found') return ifNotFound
        if (!(error instanceof ApiError && error.rejectedEarly)) current.outcomeUnknown = error instanceof ApiError && error.outcomeUnknown
        throw error
      })
    },
    onSuccess: async (output, input) => {
      attempt.current = null
      onDone?.(output, input)
      await Promise.all(changes.map((topic) => client.invalidateQueries({ queryKey: [topic] })))
    },
    onError: () => {
      if (!attempt.current?.outcomeUnknown) attempt.current = null
    },
  })
}

/** Whether the page may be rendered: all preloads have settled or timed out, so no late part shifts the others. */
export const useFirstReadsSettled = (): boolean => useSyncExternalStore(firstReads.subscribe, firstReads.areSettled)
