import { PageSkeleton } from '@reelfair/ui'
import { type RemoteProps, Route, Routes } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'

const BalancePage = lazy(async () => ({ default: (await import('./pages/balance/balance-page.tsx')).BalancePage }))
const DashboardPage = lazy(async () => ({ default: (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage }))
const HistoryPage = lazy(async () => ({ default: (await import('./pages/history/history-page.tsx')).HistoryPage }))
const ProfilePage = lazy(async () => ({ default: (await import('./pages/profile/profile-page.tsx')).ProfilePage }))
const PublicCampaignsPage = lazy(async () => ({
  default: (await import('./pages/public-campaigns/public-campaigns-page.tsx')).PublicCampaignsPage,
}))

/** Which screen? */
export function CreatorRoutes({ NotFound }: RemoteProps) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/public-campaigns" element={<PublicCampaignsPage />} />
        <Route path="/creator-history" element={<HistoryPage />} />
        <Route path="/balance" element={<BalancePage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
