import { DensePage, SkeletonBlock, SkeletonRows } from '@reelfair/ui'
import { type RemoteProps, Route, Routes } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'

const OverviewPage = lazy(async () => ({ default: (await import('./pages/overview/overview-page.tsx')).OverviewPage }))
const ReviewsPage = lazy(async () => ({ default: (await import('./pages/reviews/reviews-page.tsx')).ReviewsPage }))
const TransfersPage = lazy(async () => ({ default: (await import('./pages/transfers/transfers-page.tsx')).TransfersPage }))

/** Which screen? */
export function AdminRoutes({ NotFound }: RemoteProps) {
  return (
    <Suspense
      fallback={
        <DensePage title={<SkeletonBlock height={32} width={220} />}>
          <SkeletonRows rows={6} height={36} />
        </DensePage>
      }
    >
      <Routes>
        <Route path="/admin" element={<OverviewPage />} />
        <Route path="/admin/reviews" element={<ReviewsPage />} />
        <Route path="/admin/transfers" element={<TransfersPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
