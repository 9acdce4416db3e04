import { PageSkeleton } from '@reelfair/ui'
import { fetchPageOf, LazyPage, type PageModule, pageModule, type RemoteProps, Route, Routes } from '@reelfair/web-kit'
import { Suspense } from 'react'

const pages: Readonly<Record<string, PageModule<Pick<RemoteProps, 'NotFound'>>>> = {
  '/brand-dashboard': pageModule(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  '/brand-dashboard/campaigns/:campaignId': pageModule(async () => (await import('./pages/campaign/campaign-page.tsx')).CampaignPage),
  '/brand-dashboard/new-campaign/:step?': pageModule(
    async () => (await import('./pages/new-campaign/new-campaign-page.tsx')).NewCampaignPage,
  ),
  '/brand-dashboard/purchase': pageModule(async () => (await import('./pages/purchase/purchase-page.tsx')).PurchasePage),
  '/brand/form': pageModule(async () => (await import('./pages/registration/registration-page.tsx')).RegistrationPage),
}

export const fetchPage = fetchPageOf(pages)

export function BrandRoutes({ NotFound }: RemoteProps) {
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
