import type { LiveTopic } from '@reelfair/contracts'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { type ApiPath, addressOf, call, type Method, type QueryValues } from './client.ts'
import { comingRead, firstRead, firstReads } from './first-reads.ts'

interface ReadOptions {
  readonly query?: QueryValues
  /** False: do not ask yet. */
  readonly enabled?: boolean
}

/**
 * What a service answers to a GET, kept fresh: a live notice of `topic` asks again.
 * @example const credits = useRead<CreditBalance>('credits', '/payouts/credits')
 */
export function useRead<Result>(topic: LiveTopic, path: ApiPath, { query, enabled = true }: ReadOptions = {}) {
  return useQuery<Result, Error>({
    queryKey: [topic, path, query ?? {}],
    queryFn: ({ signal }) => {
      const ask = () => call<Result>('GET', path, { query, signal })
      return comingRead(addressOf(path, query ?? {}))?.then((ahead) => (ahead as Result | undefined) ?? ask()) ?? ask()
    },
    initialData: () => firstRead(addressOf(path, query ?? {})) as Result | undefined,
    enabled,
  })
}

/**
 * Several answers of one kind, each kept fresh as by `useRead`, with which it shares them.
 * @example const histories = useReads<AssignmentHistory>('campaigns', ids.map((id) => `/metrics/assignments/${id}/history` as const))
 */
export function useReads<Result>(topic: LiveTopic, paths: readonly ApiPath[]) {
  return useQueries({
    queries: paths.map((path) => ({
      queryKey: [topic, path, {}],
      queryFn: ({ signal }: { signal: AbortSignal }) => call<Result>('GET', path, { signal }),
    })),
  })
}

/** One page of a list as contracts' `Page` answers it. */
interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly next?: string | undefined
}

interface PagesOptions<Item> {
  /** Nothing changes an item any more. A later page that holds no others is asked for once, and by no live notice again. */
  readonly isFinal?: (item: Item) => boolean
}

/**
 * A paged list, in the service's order. `items` holds all pages loaded so far; a live notice asks for each of them again.
 * @typeParam More what each page says beside its items, in `data.pages`
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
      // The first page is where new items come in.
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
  /** What the screen sees of this write, asked again as soon as it is done. */
  readonly changes?: readonly LiveTopic[]
  /** The JSON body; the whole input when left out, nothing for DELETE. */
  readonly body?: (input: Input) => unknown
  /** What "not found" answers: the first answer to a deletion may be lost, and whoever repeats it finds nothing any more. */
  readonly whenGone?: Output
  readonly onDone?: (output: Output, input: Input) => void
}

/**
 * A write. Each attempt has an Idempotency-Key that automatic retries keep; so does the same input sent again by a person after a failure
 * that leaves open whether it was carried out.
 * @example
 * const request = useWrite<CampaignDraft, Campaign>('POST', '/campaigns/campaigns', { changes: ['campaigns', 'credits'] })
 * request.mutate(draft)
 */
export function useWrite<Input, Output = void>(
  method: Exclude<Method, 'GET'>,
  path: ApiPath | ((input: Input) => ApiPath),
  { changes = [], body, whenGone, onDone }: WriteOptions<Input, Output> = {},
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
        if (whenGone !== undefined && error instanceof ApiError && error.code === 'not_found') return whenGone
        if (!(error instanceof ApiError && error.turnedAway)) current.outcomeUnknown = error instanceof ApiError && error.outcomeUnknown
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

/** Whether the page may be drawn: all that was fetched ahead of it has come, so that no part of it comes later and pushes another one away. */
export const useFirstReadsOver = (): boolean => useSyncExternalStore(firstReads.subscribe, firstReads.areOver)
