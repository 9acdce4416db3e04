import { ErrorPanel, PageSkeleton, Wide } from '@reelfair/ui'
import { useLocation } from '@reelfair/web-kit'
import { Component, type ReactNode, useState } from 'react'
import { useText } from '../messages/index.ts'

interface BoundaryProps {
  readonly path: string
  readonly onRetry: () => void
  /** True if this error triggers an automatic retry instead of the error panel. */
  readonly retriesItself: (error: unknown) => boolean
  readonly panel: (error: unknown) => ReactNode
  readonly children: ReactNode
}

/** Chunks have this type too; web-kit's build sets the same limit for them. */
const isTimeout = (error: unknown): boolean => error instanceof Error && 'type' in error && error.type === 'timeout'

class Boundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
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

  /** When the network is back, the page loads again. */
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

interface Props {
  readonly firstAttempt?: () => number
  readonly automaticRetries: () => number
  /** For a part of a page, whose error panel is not the page's main content. */
  readonly isPart?: boolean
  readonly children: (attempt: number) => ReactNode
}

/**
 * Isolates the failures of a page: a script or chunk that does not load, or a bug. Shows an error panel after the
 * automatic retries. The panel's button, a restored network and navigation start another attempt.
 */
export function RetryBoundary({ firstAttempt = () => 0, automaticRetries, isPart = false, children }: Props) {
  const { t } = useText()
  const { pathname } = useLocation()
  const [attempt, setAttempt] = useState(firstAttempt)
  const retry = () => setAttempt(attempt + 1)
  return (
    <Boundary
      key={attempt}
      path={pathname}
      onRetry={retry}
      retriesItself={(error) => attempt < automaticRetries() && !isTimeout(error)}
      panel={(error) => (
        <Wide as={isPart ? 'div' : 'main'}>
          <div className="shell-plain">
            <ErrorPanel title={t('page-failed')} onRetry={retry}>
              <p>{t(isTimeout(error) ? 'page-too-slow' : 'page-rest-works')}</p>
            </ErrorPanel>
          </div>
        </Wide>
      )}
    >
      {children(attempt)}
    </Boundary>
  )
}
