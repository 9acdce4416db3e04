import { getInstance, type ModuleFederation } from '@module-federation/enhanced/runtime'
import type { RemoteModule } from '@reelfair/web-kit'

export type RemoteName = 'creator' | 'brand' | 'admin'

/** A remote that never answers fails nothing by itself: without a limit people would look at a skeleton for ever. */
export const GIVE_UP_AFTER_MS = 10_000

/** Even where most of the limit has passed before our scripts ran. */
const LEAST_WAIT_MS = 5_000

const NAMES: readonly RemoteName[] = ['creator', 'brand', 'admin']
const isFetchedAhead = (name: RemoteName): boolean => document.querySelector(`link[rel=preload][href^="/remotes/${name}/"]`) !== null

/** Whose app the document had the browser fetch ahead. */
export const nameFetchedAhead = (): RemoteName | undefined => NAMES.find(isFetchedAhead)

/** So many attempts follow a failed one by themselves. What was fetched ahead and failed also fails the first attempt after it: the browser answers with it once. */
export const ownRetriesOf = (name: RemoteName): number => (isFetchedAhead(name) ? 2 : 1)

/** What the browser fetches ahead has been waited for since the document came: the gateway's own limit must not end first, or the wait would be doubled. */
function longestWaitFor(name: RemoteName, attempt: number): number {
  return attempt === 0 && isFetchedAhead(name) ? Math.max(LEAST_WAIT_MS, GIVE_UP_AFTER_MS - performance.now()) : GIVE_UP_AFTER_MS
}

/** The remote did not arrive in time; asking again at once would double the wait. */
export class RemoteTooSlow extends Error {
  override readonly name = 'RemoteTooSlow'
}

/** Where the remotes are is known at run time only: each is deployed alone, and a new one is seen without a new shell. */
async function addressOf(name: RemoteName): Promise<string> {
  const response = await fetch('/remotes.json')
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`)
  const addresses = (await response.json()) as Partial<Record<RemoteName, string>>
  const address = addresses[name]
  if (address === undefined) throw new Error(`/remotes.json does not name ${name}`)
  return new URL(address, location.origin).href
}

/** The attempt that each remote is in; above 0 its address differs, so that nothing in the runtime or the browser waits for the last one. */
const attempts = new Map<string, number>()
const marked = (url: string, attempt: number) => (attempt > 0 ? `${url}?attempt=${attempt}` : url)

let prepared: ModuleFederation | undefined

function federationRuntime(): ModuleFederation {
  const federation = getInstance()
  if (!federation) throw new Error('the federation runtime is missing from the shell')
  if (federation === prepared) return federation
  prepared = federation
  federation.registerPlugins([
    {
      name: 'reelfair:attempts',
      createScript({ url, remoteInfo }) {
        const attempt = attempts.get(remoteInfo?.name ?? '') ?? 0
        if (attempt === 0) return undefined
        const script = document.createElement('script')
        script.src = marked(url, attempt)
        return script
      },
    },
  ])
  return federation
}

/** A script that was asked for and never came would be waited for again, since the runtime looks for its address in the document. */
function dropScripts(folder: string): void {
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(folder)) script.remove()
}

/** The runtime warns on the console of each remote that is replaced, which is what a retry wants; the registration is over when it returns. */
function registerQuietly(register: () => void): void {
  const { warn } = console
  console.warn = (...words: unknown[]) => words.some((word) => String(word).includes('is already registered')) || warn.apply(console, words)
  try {
    register()
  } finally {
    console.warn = warn
  }
}

async function load(name: RemoteName, attempt: number): Promise<RemoteModule> {
  const federation = federationRuntime()
  const entry = await addressOf(name)
  const force = attempt > 0
  // Registered before and not forced: the runtime keeps what it has.
  if (force || !federation.options.remotes.some((remote) => remote.name === name)) {
    attempts.set(name, attempt)
    if (force) dropScripts(new URL('.', entry).href)
    registerQuietly(() => federation.registerRemotes([{ name, entry: marked(entry, attempt) }], { force }))
  }
  const module = await federation.loadRemote<RemoteModule>(`${name}/app`)
  if (!module) throw new Error(`${name} exposes no app`)
  return module
}

/** Whether the failure is one of waiting; the 'timeout' is that of a chunk of the remote, whose limit is the same (web-kit's build). */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof RemoteTooSlow || (error instanceof Error && 'type' in error && error.type === 'timeout')

/** First attempts that are under way or done: what the warm-up began, the page goes on with. */
const begun = new Map<RemoteName, Promise<RemoteModule>>()

/**
 * The app of a remote.
 * @param attempt 0, or the number of the attempt: all that was loaded or is still awaited of the remote is then forgotten and fetched again
 * @throws RemoteTooSlow after 10 s; whatever the network or the remote's script throws
 */
export function loadRemoteApp(name: RemoteName, attempt: number): Promise<RemoteModule> {
  const before = attempt === 0 ? begun.get(name) : undefined
  if (before) return before
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RemoteTooSlow(name)), longestWaitFor(name, attempt))
  })
  const loading = Promise.race([load(name, attempt), tooSlow]).finally(() => clearTimeout(timer))
  begun.set(name, loading)
  // A failure is not kept: whoever asks next asks anew.
  loading.catch(() => begun.get(name) === loading && begun.delete(name))
  return loading
}
