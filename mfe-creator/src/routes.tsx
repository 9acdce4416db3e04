import { SkeletonSheet, Wide } from '@reelfair/ui'
import { type RemoteProps, Route, Routes } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'

const BalancePage = lazy(async () => ({ default: (await import('./pages/balance/balance-page.tsx')).BalancePage }))
const DashboardPage = lazy(async () => ({ default: (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage }))
const ProfilePage = lazy(async () => ({ default: (await import('./pages/profile/profile-page.tsx')).ProfilePage }))

/** Which screen? */
export function CreatorRoutes({ NotFound }: RemoteProps) {
  return (
    <Suspense
      fallback={
        <Wide as="main">
          <SkeletonSheet />
        </Wide>
      }
    >
      <Routes>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/balance" element={<BalancePage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
