import type { LiveTopic, Method, NoInput } from '@reelfair/contracts'
import { addressOf } from '@reelfair/contracts/address'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useViewedBrand } from '../session/viewed-brand.tsx'
import { ApiError } from './api-error.ts'
import { type ApiInput, type ApiOutput, type ApiPath, request, send } from './client.ts'
import { firstRead, firstReads, pendingRead } from './first-reads.ts'

type ReadPath = ApiPath<'GET'>
type ReadInput<Path extends ReadPath> = ApiInput<'GET', Path>

/** A hook's input is optional if none of its fields is required. */
type InputArgs<Input, Options> = Partial<Input> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options]

interface ReadOptions<Output, Missing> {
  readonly enabled?: boolean
  /** How often to refetch while the tab is visible, or false. Not called before the first response. */
  readonly pollMs?: (output: Output) => number | false
  /** The result if the service responds `not_found`. Pass it wherever an app reads the same route and topic. */
  readonly ifNotFound?: Missing
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

const TOPICS_OF_BRANDS: readonly LiveTopic[] = ['brand', 'campaigns', 'credits', 'invitations', 'partnerships', 'reviews']

/** Returns the query that names the brand, if an admin is viewing one and the topic's data belongs to a brand. */
function useViewer(topic: LiveTopic): { readonly brandId?: string } {
  const brandId = useViewedBrand()
  return brandId !== undefined && TOPICS_OF_BRANDS.includes(topic) ? { brandId } : {}
}

const readOf = <Path extends ReadPath>(topic: LiveTopic, path: Path, input: unknown) => {
  type Output = ApiOutput<'GET', Path>
  const address = addressOf(path, input)
  return {
    queryKey: [topic, address],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const ask = () => request<Output>('GET', address, { signal })
      return pendingRead(address)?.then((ahead) => (ahead as Output | undefined) ?? ask()) ?? ask()
    },
    initialData: () => firstRead(address) as Output | undefined,
  }
}

/**
 * Loads a GET route, and refetches it whenever a live event reports `topic`.
 * @example const campaign = useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId })
 */
export function useRead<Path extends ReadPath, Missing = never>(
  topic: LiveTopic,
  path: Path,
  ...args: InputArgs<ReadInput<Path>, ReadOptions<ApiOutput<'GET', Path> | Missing, Missing>>
) {
  const [input, { enabled = true, pollMs, ifNotFound } = {}] = args
  const { queryFn, ...read } = readOf(topic, path, { ...input, ...useViewer(topic) })
  return useQuery<ApiOutput<'GET', Path> | Missing, Error>({
    ...read,
    queryFn: async (context) => {
      try {
        return await queryFn(context)
      } catch (error) {
        if (ifNotFound !== undefined && isNotFound(error)) return ifNotFound
        throw error
      }
    },
    enabled,
    refetchInterval: ({ state: { data } }) => (data !== undefined && pollMs?.(data)) || false,
  })
}

/**
 * Like `useRead`, but for several inputs of one route. Shares the cache entries of `useRead`.
 * @example
 * const inputs = ids.map((assignmentId) => ({ assignmentId }))
 * const histories = useReads('campaigns', '/metrics/assignments/:assignmentId/history', inputs)
 */
export function useReads<Path extends ReadPath>(topic: LiveTopic, path: Path, inputs: readonly ReadInput<Path>[]) {
  const viewer = useViewer(topic)
  return useQueries({ queries: inputs.map((input) => readOf(topic, path, { ...input, ...viewer })) })
}

interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly next?: string | undefined
}
type PagedPath = { [Path in ReadPath]: ApiOutput<'GET', Path> extends PageOf<unknown> ? Path : never }[ReadPath]
type ItemOf<Path extends PagedPath> = ApiOutput<'GET', Path> extends PageOf<infer Item> ? Item : never

interface PagesOptions<Item> {
  readonly enabled?: boolean
  /** Whether an item can no longer change. Live events do not refetch a later page that has only final items. */
  readonly isFinal?: (item: Item) => boolean
  /** How often to refetch while the tab is visible. */
  readonly pollMs?: number
  /** Whether the list is empty if the service responds `not_found`. Set it wherever an app reads the same list. */
  readonly emptyIfNotFound?: true
}

/**
 * Loads a list page by page. `items` contains all pages loaded so far; a live event for `topic` refetches them.
 * @example const { items, hasNextPage, fetchNextPage } = usePages('campaigns', '/campaigns/campaigns', { tab: 'active'
 * })
 */
export function usePages<Path extends PagedPath>(
  topic: LiveTopic,
  path: Path,
  ...args: InputArgs<Omit<ReadInput<Path>, 'cursor'>, PagesOptions<ItemOf<Path>>>
) {
  type OnePage = ApiOutput<'GET', Path> & PageOf<ItemOf<Path>>
  const [given, { enabled = true, isFinal, pollMs = false, emptyIfNotFound } = {}] = args
  const input = { ...given, ...useViewer(topic) }
  const address = addressOf(path, input)
  const queryKey = [topic, address, 'pages']
  const pages = useInfiniteQuery({
    queryKey,
    enabled,
    queryFn: ({ pageParam, signal, client }) => {
      // New items appear on the first page, so always refetch that page.
      const known = isFinal && pageParam !== undefined ? client.getQueryData<InfiniteData<OnePage>>(queryKey) : undefined
      const kept = known?.pages[known.pageParams.indexOf(pageParam)]
      if (isFinal && kept?.items.every(isFinal)) return kept
      return request<OnePage>('GET', addressOf(path, { ...input, cursor: pageParam }), { signal }).catch((error: unknown) => {
        if (emptyIfNotFound && isNotFound(error)) return { items: [] as readonly ItemOf<Path>[] } as OnePage
        throw error
      })
    },
    initialData: () => {
      const page = firstRead(address) as OnePage | undefined
      return page && { pages: [page], pageParams: [undefined] }
    },
    refetchInterval: pollMs,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
  return { ...pages, items: pages.data?.pages.flatMap((page): readonly ItemOf<Path>[] => page.items) }
}

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/**
 * Loads all pages of a list, one after the other, for figures that need every item.
 * @example const readings = useEveryPage(usePages('partnerships', path, { assignmentId, limit: 100 }))
 */
export function useEveryPage<P extends Pages>(pages: P): P {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return pages
}

type WriteMethod = Exclude<Method, 'GET'>
/** `mutate` takes no argument if the route has no input. */
// biome-ignore lint/suspicious/noConfusingVoidType: TanStack Query omits the argument only if its type is void.
type WriteInput<Input> = Input extends NoInput ? void : Input

interface WriteOptions<Output> {
  /** Topics to refetch as soon as the write succeeds. */
  readonly changes?: readonly LiveTopic[]
  /** The result if the service responds `not_found`, for example when a deletion is retried after a lost response. */
  readonly ifNotFound?: Output
  /** Whether each submission counts as a new request, even if it repeats one whose outcome is unknown. */
  readonly isNewEachTime?: boolean
  /** False for input that works only once, such as a code: after a lost response, a retry would be refused. */
  readonly retry?: false
  readonly onDone?: (output: Output) => void
}

/**
 * Sends a write with an Idempotency-Key. Automatic retries keep the key. Resubmitting the same input also keeps the key
 * if the outcome of the failed write is unknown.
 * @example
 * const rename = useWrite('PATCH', '/campaigns/campaigns/:campaignId', { changes: ['campaigns'] })
 * rename.mutate({ campaignId, name })
 */
export function useWrite<M extends WriteMethod, Path extends ApiPath<M>>(
  method: M,
  path: Path,
  { changes = [], ifNotFound, isNewEachTime = false, retry, onDone }: WriteOptions<ApiOutput<M, Path>> = {},
) {
  type Output = ApiOutput<M, Path>
  const client = useQueryClient()
  const attempt = useRef<{ input: string; key: string; outcomeUnknown?: boolean } | null>(null)
  return useMutation<Output, Error, WriteInput<ApiInput<M, Path>>>({
    mutationFn: (input) => {
      const text = JSON.stringify(input) ?? ''
      if (attempt.current?.input !== text) attempt.current = { input: text, key: crypto.randomUUID() }
      const current = attempt.current
      return send<Output>(method, path, input, { key: current.key }).catch((error: unknown) => {
        if (ifNotFound !== undefined && isNotFound(error)) return ifNotFound
        if (!(error instanceof ApiError && error.rejectedEarly)) current.outcomeUnknown = error instanceof ApiError && error.outcomeUnknown
        throw error
      })
    },
    onSuccess: async (output) => {
      attempt.current = null
      onDone?.(output)
      await Promise.all(changes.map((topic) => client.invalidateQueries({ queryKey: [topic] })))
    },
    ...(retry === false && { retry }),
    onError: () => {
      if (isNewEachTime || !attempt.current?.outcomeUnknown) attempt.current = null
    },
  })
}

/** Whether the page can be rendered without late parts shifting its layout. */
export const useFirstReadsSettled = (): boolean => useSyncExternalStore(firstReads.subscribe, firstReads.areSettled)
