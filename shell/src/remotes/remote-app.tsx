import { PageSkeleton } from '@reelfair/ui'
import { LazyPage, type PageModule, pageModule, type RemoteProps } from '@reelfair/web-kit'
import { Suspense } from 'react'
import { RetryBoundary } from '../components/retry-boundary.tsx'
import { automaticRetriesOf, loadRemoteApp, preloadedRemote, type RemoteName } from './load-remote.ts'

type LazyApp = PageModule<RemoteProps>

// React keeps a rejected `lazy` forever, so each attempt creates a new one. Loaded modules stay in the map, so that
// returning to an app shows no skeleton.
const apps = new Map<RemoteName, { attempt: number; app: LazyApp }>()

function appOf(name: RemoteName, attempt: number): LazyApp {
  const known = apps.get(name)
  if (known?.attempt === attempt) return known.app
  const app = pageModule(async () => (await loadRemoteApp(name, attempt)).default)
  apps.set(name, { attempt, app })
  return app
}

/**
 * Loads the preloaded app and page before the first render. Never rejects: after a failure, the page itself retries.
 */
export async function preloadRemote(): Promise<void> {
  const name = preloadedRemote()
  if (!name) return
  try {
    await appOf(name, 0).fetch()
    await (await loadRemoteApp(name, 0)).fetchPage(location.pathname)
  } catch {
    // The page itself retries.
  }
}

/** Automatic retries show a skeleton, then an error panel. */
export function RemoteApp({ name, ...props }: RemoteProps & { name: RemoteName }) {
  return (
    <RetryBoundary firstAttempt={() => apps.get(name)?.attempt ?? 0} automaticRetries={() => automaticRetriesOf(name)}>
      {(attempt) => (
        <Suspense fallback={<PageSkeleton />}>
          <LazyPage of={appOf(name, attempt)} given={props} />
        </Suspense>
      )}
    </RetryBoundary>
  )
}
