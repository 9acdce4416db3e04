/** Loads the messages of each namespace once per language, so that readers download only their own language. */
import type { Locale } from '@reelfair/contracts'

interface Load {
  state: 'loading' | 'loaded' | 'failed'
  readonly end: Promise<void>
}

interface Namespace {
  readonly fetch: (locale: Locale) => Promise<unknown>
  readonly loads: Partial<Record<Locale, Load>>
}

const namespaces = new Map<string, Namespace>()

/** Replaces an earlier definition: a remote that loads again may have new messages. */
export function addNamespace(name: string, fetch: Namespace['fetch']): void {
  namespaces.set(name, { fetch, loads: {} })
}

function startLoad(fetch: Namespace['fetch'], locale: Locale): Load {
  const end = fetch(locale).then(
    () => {
      load.state = 'loaded'
    },
    (error: unknown) => {
      load.state = 'failed'
      throw error
    },
  )
  // Prevents an unhandled rejection if no component awaits this load.
  end.catch(() => undefined)
  const load: Load = { state: 'loading', end }
  return load
}

/** Starts the load if necessary. A failed load stays failed until `loadMessages` retries it. */
export function loadOf(name: string, locale: Locale): Load {
  const namespace = namespaces.get(name)
  if (!namespace) throw new Error(`no messages defined for ${name}`)
  namespace.loads[locale] ??= startLoad(namespace.fetch, locale)
  return namespace.loads[locale]
}

/**
 * Loads the messages of all code that has run so far, and retries failed loads.
 * @returns undefined if everything is loaded
 */
export function loadMessages(locale: Locale): Promise<unknown> | undefined {
  for (const { loads } of namespaces.values()) if (loads[locale]?.state === 'failed') delete loads[locale]
  const missing = [...namespaces.keys()].map((name) => loadOf(name, locale)).filter(({ state }) => state !== 'loaded')
  return missing.length > 0 ? Promise.all(missing.map(({ end }) => end)) : undefined
}
