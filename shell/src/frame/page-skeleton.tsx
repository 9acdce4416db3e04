import { SkeletonSheet, SkeletonText, Wide } from '@reelfair/ui'

/** A page that is on its way. */
export function PageSkeleton() {
  return (
    <Wide as="main">
      <div className="shell-skeleton">
        <SkeletonText lines={2} />
        <SkeletonSheet />
        <SkeletonSheet />
      </div>
    </Wide>
  )
}
