import { getInstance, type ModuleFederation } from '@module-federation/enhanced/runtime'
import type { RemoteModule } from '@reelfair/web-kit'

export type RemoteName = 'creator' | 'brand' | 'admin'

/** Without a limit, users would see a skeleton forever if a request hangs. */
const LOAD_TIMEOUT_MS = 10_000

/** Minimum wait for a preloaded remote, even if most of the time limit had passed before our scripts ran. */
const MIN_WAIT_MS = 5_000

const NAMES: readonly RemoteName[] = ['creator', 'brand', 'admin']
const isFetchedAhead = (name: RemoteName): boolean => document.querySelector(`link[rel=preload][href^="/remotes/${name}/"]`) !== null

export const preloadedRemote = (): RemoteName | undefined => NAMES.find(isFetchedAhead)

/** A failed preload gets one more retry, because the browser reuses the failed response for the first retry. */
export const automaticRetriesOf = (name: RemoteName): number => (isFetchedAhead(name) ? 2 : 1)

/**
 * A preloaded remote's limit counts from the start of the document, so that it ends before the gateway's timeout.
 * Otherwise the gateway's error would cause a retry and double the wait.
 */
function longestWaitFor(name: RemoteName, attempt: number): number {
  return attempt === 0 && isFetchedAhead(name) ? Math.max(MIN_WAIT_MS, LOAD_TIMEOUT_MS - performance.now()) : LOAD_TIMEOUT_MS
}

/** A timeout is not retried automatically, because a retry would double the wait. */
class RemoteTimeout extends Error {
  override readonly name = 'RemoteTimeout'
  readonly type = 'timeout'
}

/** Addresses are looked up at run time, because remotes are deployed independently of the shell. */
async function addressOf(name: RemoteName): Promise<string> {
  const response = await fetch('/remotes.json')
  if (!response.ok) throw new Error(`/remotes.json responded with ${response.status}`)
  const addresses = (await response.json()) as Partial<Record<RemoteName, string>>
  const address = addresses[name]
  if (address === undefined) throw new Error(`/remotes.json does not list ${name}`)
  return new URL(address, location.origin).href
}

/**
 * Retries use a different URL, so that neither the federation runtime nor the browser waits for the previous attempt.
 */
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

/** The runtime reuses script elements with the same URL, even if they never loaded. */
function dropScripts(folder: string): void {
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(folder)) script.remove()
}

async function load(name: RemoteName, attempt: number): Promise<RemoteModule> {
  const federation = federationRuntime()
  const entry = await addressOf(name)
  const force = attempt > 0
  // Without `force`, the runtime keeps an existing registration. With it, the runtime replaces the
  // registration but logs a warning.
  if (force || !federation.options.remotes.some((remote) => remote.name === name)) {
    attempts.set(name, attempt)
    if (force) dropScripts(new URL('.', entry).href)
    federation.registerRemotes([{ name, entry: marked(entry, attempt) }], { force })
  }
  const module = await federation.loadRemote<RemoteModule>(`${name}/app`)
  if (!module) throw new Error(`${name} does not expose ./app`)
  return module
}

/** Keeps the latest load of each remote, so that a page can reuse the warm-up's load. */
const loads = new Map<RemoteName, Promise<RemoteModule>>()

/**
 * @param attempt 0, or the number of the retry. A retry discards everything loaded so far.
 * @throws RemoteTimeout after 10 s, or any error from the network or the remote's script
 */
export function loadRemoteApp(name: RemoteName, attempt: number): Promise<RemoteModule> {
  const before = attempt === 0 ? loads.get(name) : undefined
  if (before) return before
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RemoteTimeout(name)), longestWaitFor(name, attempt))
  })
  const loading = Promise.race([load(name, attempt), tooSlow]).finally(() => clearTimeout(timer))
  loads.set(name, loading)
  // After a failure, the next call must load the remote again.
  loading.catch(() => loads.get(name) === loading && loads.delete(name))
  return loading
}
