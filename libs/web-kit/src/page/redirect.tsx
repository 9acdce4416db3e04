import { PageSkeleton } from '@reelfair/ui'
import { Navigate, type NavigateProps } from 'react-router-dom'

/**
 * Opens another page in place of this one. Shows a skeleton until that page has loaded; otherwise, the footer would
 * move up and down again.
 * @example if (session.state === 'present') return <Redirect to={homeOf(session.me)} />
 */
export const Redirect = ({ to, state }: Pick<NavigateProps, 'to' | 'state'>) => (
  <>
    <PageSkeleton />
    <Navigate to={to} state={state} replace />
  </>
)
