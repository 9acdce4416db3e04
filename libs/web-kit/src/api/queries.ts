import type { LiveTopic, Method, NoInput } from '@reelfair/contracts'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { type ApiInput, type ApiOutput, type ApiPath, addressOf, request, send } from './client.ts'
import { firstRead, firstReads, pendingRead } from './first-reads.ts'

type ReadPath = ApiPath<'GET'>
type ReadInput<Path extends ReadPath> = ApiInput<'GET', Path>

/** Input and options of a hook. The input may be left out if none of its fields is required. */
type InputArgs<Input, Options> = Partial<Input> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options]

interface ReadOptions {
  /** If false, the request is not sent yet. */
  readonly enabled?: boolean
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
 * Reads a GET response and keeps it fresh: a live event for `topic` triggers a refetch.
 * @example const campaign = useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId })
 */
export function useRead<Path extends ReadPath>(topic: LiveTopic, path: Path, ...args: InputArgs<ReadInput<Path>, ReadOptions>) {
  const [input, { enabled = true } = {}] = args
  return useQuery<ApiOutput<'GET', Path>, Error>({ ...readOf(topic, path, input), enabled })
}

/**
 * Reads several GET responses of the same kind. Each stays fresh and shares its cache entry with `useRead`.
 * @example
 * const inputs = ids.map((assignmentId) => ({ assignmentId }))
 * const histories = useReads('campaigns', '/metrics/assignments/:assignmentId/history', inputs)
 */
export function useReads<Path extends ReadPath>(topic: LiveTopic, path: Path, inputs: readonly ReadInput<Path>[]) {
  return useQueries({ queries: inputs.map((input) => readOf(topic, path, input)) })
}

/** One page of a list, like `Page` in contracts. */
interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly next?: string | undefined
}
type PagedPath = { [Path in ReadPath]: ApiOutput<'GET', Path> extends PageOf<unknown> ? Path : never }[ReadPath]
type ItemOf<Path extends PagedPath> = ApiOutput<'GET', Path> extends PageOf<infer Item> ? Item : never

interface PagesOptions<Item> {
  /** Whether an item can no longer change. Live events do not refetch a later page if all its items are final. */
  readonly isFinal?: (item: Item) => boolean
}

/**
 * Reads a paged list in the service's order. `items` holds all pages loaded so far; a live event refetches each page.
 * @example const { items, hasNextPage, fetchNextPage } = usePages('campaigns', '/campaigns/campaigns', { tab: 'active' })
 */
export function usePages<Path extends PagedPath>(
  topic: LiveTopic,
  path: Path,
  ...args: InputArgs<Omit<ReadInput<Path>, 'cursor'>, PagesOptions<ItemOf<Path>>>
) {
  type OnePage = ApiOutput<'GET', Path> & PageOf<ItemOf<Path>>
  const [input, { isFinal } = {}] = args
  const address = addressOf(path, input)
  const queryKey = [topic, address, 'pages']
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal, client }) => {
      // The first page is always refetched, because new items appear there.
      const known = isFinal && pageParam !== undefined ? client.getQueryData<InfiniteData<OnePage>>(queryKey) : undefined
      const kept = known?.pages[known.pageParams.indexOf(pageParam)]
      if (isFinal && kept?.items.every(isFinal)) return kept
      return request<OnePage>('GET', addressOf(path, { ...input, cursor: pageParam }), { signal })
    },
    initialData: () => {
      const page = firstRead(address) as OnePage | undefined
      return page && { pages: [page], pageParams: [undefined] }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
  return { ...pages, items: pages.data?.pages.flatMap((page): readonly ItemOf<Path>[] => page.items) }
}

type WriteMethod = Exclude<Method, 'GET'>
/** `mutate` takes no argument if the route has no input. */
// biome-ignore lint/suspicious/noConfusingVoidType: TanStack Query omits the argument only if its type is void.
type WriteInput<Input> = Input extends NoInput ? void : Input

interface WriteOptions<Output> {
  /** Topics that this write changes. They are refetched as soon as it succeeds. */
  readonly changes?: readonly LiveTopic[]
  /** Result to use for `not_found`: if the response to a deletion is lost, the retry finds nothing to delete. */
  readonly ifNotFound?: Output
  /** Whether resubmitting the same input is another request, even if the outcome of the last one is unknown. */
  readonly isNewEachTime?: boolean
  readonly onDone?: (output: Output) => void
}

/**
 * Sends a write with an Idempotency-Key. Automatic retries use the same key. If the outcome of a failed write is
 * unknown, resubmitting the same input also uses the same key.
 * @example
 * const rename = useWrite('PATCH', '/campaigns/campaigns/:campaignId', { changes: ['campaigns'] })
 * rename.mutate({ campaignId, name })
 */
export function useWrite<M extends WriteMethod, Path extends ApiPath<M>>(
  method: M,
  path: Path,
  { changes = [], ifNotFound, isNewEachTime = false, onDone }: WriteOptions<ApiOutput<M, Path>> = {},
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
        if (ifNotFound !== undefined && error instanceof ApiError && error.code === 'not_found') return ifNotFound
        if (!(error instanceof ApiError && error.rejectedEarly)) current.outcomeUnknown = error instanceof ApiError && error.outcomeUnknown
        throw error
      })
    },
    onSuccess: async (output) => {
      attempt.current = null
      onDone?.(output)
      await Promise.all(changes.map((topic) => client.invalidateQueries({ queryKey: [topic] })))
    },
    onError: () => {
      if (isNewEachTime || !attempt.current?.outcomeUnknown) attempt.current = null
    },
  })
}

/** Whether the page may be rendered: all preloads have settled or timed out, so no late part shifts the others. */
export const useFirstReadsSettled = (): boolean => useSyncExternalStore(firstReads.subscribe, firstReads.areSettled)
