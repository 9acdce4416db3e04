import { SkeletonSheet, SkeletonText } from '../states/states.tsx'
import { Page } from './page.tsx'

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
