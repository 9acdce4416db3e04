import { ErrorPanel, PageSkeleton, Wide } from '@reelfair/ui'
import { LazyPage, type PageModule, pageModule, type RemoteProps, useLocation } from '@reelfair/web-kit'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../messages/index.ts'
import { automaticRetriesOf, isTimeout, loadRemoteApp, preloadedRemote, type RemoteName } from './load-remote.ts'

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

interface BoundaryProps {
  readonly path: string
  readonly onRetry: () => void
  /** True if this error triggers an automatic retry instead of the error panel. */
  readonly retriesItself: (error: unknown) => boolean
  readonly panel: (error: unknown) => ReactNode
  readonly children: ReactNode
}

/** Isolates a remote's failures: a script or chunk that does not load, or a bug in a page. */
class RemoteBoundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidMount() {
    addEventListener('online', this.onOnline)
  }

  override componentWillUnmount() {
    removeEventListener('online', this.onOnline)
  }

  /** When the network is back, the remote loads again. */
  private readonly onOnline = () => {
    if (this.state.failure) this.props.onRetry()
  }

  override componentDidCatch(error: unknown) {
    if (this.props.retriesItself(error)) this.props.onRetry()
  }

  override componentDidUpdate(before: BoundaryProps) {
    // Navigation must show the new page instead of the previous page's error.
    if (this.state.failure && before.path !== this.props.path) this.props.onRetry()
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.retriesItself(failure.error) ? <PageSkeleton /> : this.props.panel(failure.error)
  }
}

/**
 * Automatic retries show a skeleton, then an error panel. The panel's button, a restored network and navigation start
 * another attempt.
 */
export function RemoteApp({ name, ...props }: RemoteProps & { name: RemoteName }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const [attempt, setAttempt] = useState(() => apps.get(name)?.attempt ?? 0)
  const app = appOf(name, attempt)
  return (
    <RemoteBoundary
      key={attempt}
      path={pathname}
      onRetry={() => setAttempt(attempt + 1)}
      retriesItself={(error) => attempt < automaticRetriesOf(name) && !isTimeout(error)}
      panel={(error) => (
        <Wide as="main">
          <div className="shell-plain">
            <ErrorPanel title={t('remote-failed')} onRetry={() => setAttempt(attempt + 1)}>
              <p>{t(isTimeout(error) ? 'remote-too-slow' : 'remote-rest-works')}</p>
            </ErrorPanel>
          </div>
        </Wide>
      )}
    >
      <Suspense fallback={<PageSkeleton />}>
        <LazyPage of={app} given={props} />
      </Suspense>
    </RemoteBoundary>
  )
}
