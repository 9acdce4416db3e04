import { PageSkeleton } from '@reelfair/ui'
import { fetchPageOf, type PageModule, PageRoutes, pageModule, type RemoteProps } from '@reelfair/web-kit'

const pages: Readonly<Record<string, PageModule<Pick<RemoteProps, 'NotFound'>>>> = {
  '/brand-dashboard': pageModule(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  '/brand-dashboard/campaigns/:campaignId': pageModule(async () => (await import('./pages/campaign/campaign-page.tsx')).CampaignPage),
  '/brand-dashboard/new-campaign/:step?': pageModule(
    async () => (await import('./pages/new-campaign/new-campaign-page.tsx')).NewCampaignPage,
  ),
  '/brand-dashboard/purchase': pageModule(async () => (await import('./pages/purchase/purchase-page.tsx')).PurchasePage),
  '/brand/profile': pageModule(async () => (await import('./pages/profile/profile-page.tsx')).ProfilePage),
  '/brand/form': pageModule(async () => (await import('./pages/registration/registration-page.tsx')).RegistrationPage),
}

export const fetchPage = fetchPageOf(pages)

export const BrandRoutes = ({ NotFound }: RemoteProps) => (
  <PageRoutes pages={pages} given={{ NotFound }} fallback={<PageSkeleton />} otherwise={<NotFound />} />
)
