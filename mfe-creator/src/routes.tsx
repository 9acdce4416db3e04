import { PageSkeleton } from '@reelfair/ui'
import { fetchPageOf, LazyPage, type PageModule, pageModule, type RemoteProps, Route, Routes } from '@reelfair/web-kit'
import { Suspense } from 'react'

const pages: Readonly<Record<string, PageModule<Pick<RemoteProps, 'NotFound'>>>> = {
  '/dashboard': pageModule(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  '/public-campaigns': pageModule(async () => (await import('./pages/public-campaigns/public-campaigns-page.tsx')).PublicCampaignsPage),
  '/creator-history': pageModule(async () => (await import('./pages/history/history-page.tsx')).HistoryPage),
  '/balance': pageModule(async () => (await import('./pages/balance/balance-page.tsx')).BalancePage),
  '/profile': pageModule(async () => (await import('./pages/profile/profile-page.tsx')).ProfilePage),
}

export const fetchPage = fetchPageOf(pages)

export function CreatorRoutes({ NotFound }: RemoteProps) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        {Object.entries(pages).map(([path, page]) => (
          <Route key={path} path={path} element={<LazyPage of={page} given={{ NotFound }} />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
