import { PageSkeleton } from '@reelfair/ui'
import { type RemoteProps, Route, Routes } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'

const DashboardPage = lazy(async () => ({ default: (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage }))
const CampaignPage = lazy(async () => ({ default: (await import('./pages/campaign/campaign-page.tsx')).CampaignPage }))
const NewCampaignPage = lazy(async () => ({ default: (await import('./pages/new-campaign/new-campaign-page.tsx')).NewCampaignPage }))
const PurchasePage = lazy(async () => ({ default: (await import('./pages/purchase/purchase-page.tsx')).PurchasePage }))
const RegistrationPage = lazy(async () => ({ default: (await import('./pages/registration/registration-page.tsx')).RegistrationPage }))

/** Which screen? */
export function BrandRoutes({ NotFound }: RemoteProps) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/brand-dashboard" element={<DashboardPage />} />
        <Route path="/brand-dashboard/campaigns/:campaignId" element={<CampaignPage NotFound={NotFound} />} />
        <Route path="/brand-dashboard/new-campaign/:step?" element={<NewCampaignPage />} />
        <Route path="/brand-dashboard/purchase" element={<PurchasePage />} />
        <Route path="/brand/form" element={<RegistrationPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
