import { SkeletonSheet, SkeletonText } from '../states/states.tsx'
import { Page } from './page.tsx'

/** A page that is on its way, with the columns and the space of the one that comes. */
export function PageSkeleton() {
  return (
    <Page>
      <div className="rf-section">
        <div className="rf-section-margin">
          <SkeletonText lines={2} />
        </div>
        <div className="rf-section-content rf-page-skeleton">
          <SkeletonText lines={2} />
          <SkeletonSheet />
          <SkeletonSheet />
        </div>
      </div>
    </Page>
  )
}
