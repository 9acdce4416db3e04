import { Page, SkeletonSheet, SkeletonText } from '@reelfair/ui'

/** A page that is on its way, with the columns and the space of the one that comes. */
export function PageSkeleton() {
  return (
    <Page>
      <div className="rf-section">
        <div className="rf-section-margin">
          <SkeletonText lines={2} />
        </div>
        <div className="rf-section-content shell-skeleton">
          <SkeletonText lines={2} />
          <SkeletonSheet />
          <SkeletonSheet />
        </div>
      </div>
    </Page>
  )
}
