import { type ReactNode, useId } from 'react'
import { Button, type ButtonProps } from '../button/button.tsx'
import { ErrorText } from '../form/form.tsx'
import { useWords } from '../provider/ui-provider.tsx'

/**
 * Explains why there is nothing to show yet, and offers a next step if possible.
 * @param inside Illustration above the text, such as an outlined Frame.
 */
export function EmptyState({
  title,
  children,
  action,
  inside: illustration,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  inside?: ReactNode
}) {
  return (
    <div className="rf-empty">
      {illustration && <div aria-hidden="true">{illustration}</div>}
      <p className="rf-empty-title">{title}</p>
      {children && <div className="rf-empty-text">{children}</div>}
      {action && <div className="rf-empty-action">{action}</div>}
    </div>
  )
}

/** Replaces only the failed part of a page, so the rest stays usable. */
export function ErrorPanel({
  title,
  error,
  onRetry,
  busy = false,
  children,
}: {
  title: ReactNode
  error?: unknown
  onRetry?: (() => unknown) | undefined
  busy?: boolean
  children?: ReactNode
}) {
  const words = useWords()
  const titleId = useId()
  return (
    <section className="rf-error-panel" aria-labelledby={titleId}>
      <p className="rf-empty-title" id={titleId}>
        {title}
      </p>
      {error !== undefined && error !== null && <ErrorText error={error} />}
      {children}
      {onRetry && (
        <Button size="small" busy={busy} onClick={() => void onRetry()}>
          {words.retry}
        </Button>
      )}
    </section>
  )
}

interface FailedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** @example if (!campaigns.data) return <LoadError title="Your campaigns did not load." query={campaigns} /> */
export const LoadError = ({ title, query }: { title: ReactNode; query: FailedQuery }) => (
  <ErrorPanel title={title} error={query.error} onRetry={query.refetch} busy={query.isFetching} />
)

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** The last page has no button. */
export const MoreButton = ({ pages, ...button }: Pick<ButtonProps, 'className' | 'size' | 'children'> & { pages: Pages }) =>
  pages.hasNextPage && <Button {...button} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()} />

function Waiting({ children, className }: { children: ReactNode; className: string }) {
  const words = useWords()
  return (
    <div className={`rf-skeleton ${className}`} role="status">
      <span className="rf-hidden">{words.loading}</span>
      {children}
    </div>
  )
}

const keys = (count: number) => Array.from({ length: count }, (_, index) => `line-${index}`)

export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <Waiting className="rf-skeleton-text">
    {keys(lines).map((key) => (
      <i key={key} />
    ))}
  </Waiting>
)

/** `height` should match the height of the real rows, in px. */
export const SkeletonRows = ({ rows = 4, height = 56 }: { rows?: number; height?: number }) => (
  <Waiting className="rf-skeleton-rows">
    {keys(rows).map((key) => (
      <div key={key} style={{ blockSize: height }}>
        <i />
        <i />
      </div>
    ))}
  </Waiting>
)

export const SkeletonSheet = () => (
  <Waiting className="rf-skeleton-sheet rf-sheet">
    <i />
    <i />
    <i />
  </Waiting>
)

/** Placeholder for a chart, a picture or a figure. `height` is in px. */
export const SkeletonBlock = ({ height, width = '100%' }: { height: number; width?: number | string }) => (
  <Waiting className="rf-skeleton-block">
    <i style={{ blockSize: height, inlineSize: width }} />
  </Waiting>
)
