import { DensePage, SkeletonBlock, SkeletonRows } from '@reelfair/ui'
import { fetchPageOf, LazyPage, type PageModule, pageModule, type RemoteProps, Route, Routes } from '@reelfair/web-kit'
import { Suspense } from 'react'

const pages: Readonly<Record<string, PageModule<Pick<RemoteProps, 'NotFound'>>>> = {
  '/admin': pageModule(async () => (await import('./pages/overview/overview-page.tsx')).OverviewPage),
  '/admin/reviews': pageModule(async () => (await import('./pages/reviews/reviews-page.tsx')).ReviewsPage),
  '/admin/transfers': pageModule(async () => (await import('./pages/transfers/transfers-page.tsx')).TransfersPage),
}

export const fetchPage = fetchPageOf(pages)

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
        {Object.entries(pages).map(([path, page]) => (
          <Route key={path} path={path} element={<LazyPage of={page} given={{ NotFound }} />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
