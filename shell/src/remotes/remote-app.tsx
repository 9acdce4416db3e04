import { ErrorPanel, PageSkeleton, Wide } from '@reelfair/ui'
import { LazyPage, type PageModule, pageModule, type RemoteProps, useLocation } from '@reelfair/web-kit'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../messages/index.ts'
import { isTooSlow, loadRemoteApp, nameFetchedAhead, ownRetriesOf, type RemoteName } from './load-remote.ts'

type LazyApp = PageModule<RemoteProps>

// React keeps a rejected `lazy` for ever, so each attempt has its own; kept here so that coming back to an app shows it without a skeleton.
const apps = new Map<RemoteName, { attempt: number; app: LazyApp }>()

function appOf(name: RemoteName, attempt: number): LazyApp {
  const known = apps.get(name)
  if (known?.attempt === attempt) return known.app
  const app = pageModule(async () => (await loadRemoteApp(name, attempt)).default)
  apps.set(name, { attempt, app })
  return app
}

/**
 * Has the app and the page that the browser fetched ahead run before anything is drawn.
 * @returns settled once they are there; a failure is the page's, which asks again
 */
export async function beginRemote(): Promise<void> {
  const name = nameFetchedAhead()
  if (!name) return
  try {
    await appOf(name, 0).fetch()
    await (await loadRemoteApp(name, 0)).fetchPage(location.pathname)
  } catch {
    // As said above.
  }
}

interface BoundaryProps {
  readonly path: string
  readonly onRetry: () => void
  /** Whether this failure is answered by another attempt instead of the panel. */
  readonly retriesItself: (error: unknown) => boolean
  readonly panel: (error: unknown) => ReactNode
  readonly children: ReactNode
}

/** Keeps a remote's failure inside the remote: its script, a chunk of it, or a bug in one of its pages. */
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

  /** Nobody should have to press a button because a train has left its tunnel. */
  private readonly onOnline = () => {
    if (this.state.failure) this.props.onRetry()
  }

  override componentDidCatch(error: unknown) {
    if (this.props.retriesItself(error)) this.props.onRetry()
  }

  override componentDidUpdate(before: BoundaryProps) {
    // Going to another page is a wish to see that page, not the panel of the last one.
    if (this.state.failure && before.path !== this.props.path) this.props.onRetry()
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.retriesItself(failure.error) ? <PageSkeleton /> : this.props.panel(failure.error)
  }
}

/** A remote's app in the shell's page: skeleton, forced retries by itself, then a panel whose button tries again, as does the network when it comes back. */
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
      retriesItself={(error) => attempt < ownRetriesOf(name) && !isTooSlow(error)}
      panel={(error) => (
        <Wide as="main">
          <div className="shell-plain">
            <ErrorPanel title={t('remote-failed')} onRetry={() => setAttempt(attempt + 1)}>
              <p>{t(isTooSlow(error) ? 'remote-too-slow' : 'remote-rest-works')}</p>
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
