import { PageSkeleton } from '@reelfair/ui'
import { fetchPageOf, type PageModule, PageRoutes, pageModule, type RemoteProps } from '@reelfair/web-kit'
import { BrandView } from './components/brand-view.tsx'

type Pages = Readonly<Record<string, PageModule<Pick<RemoteProps, 'NotFound'>>>>

const pages: Pages = {
  '/brand-dashboard': pageModule(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  '/brand-dashboard/campaigns/:campaignId': pageModule(async () => (await import('./pages/campaign/campaign-page.tsx')).CampaignPage),
  '/brand-dashboard/new-campaign/:step?': pageModule(
    async () => (await import('./pages/new-campaign/new-campaign-page.tsx')).NewCampaignPage,
  ),
  '/brand-dashboard/purchase': pageModule(async () => (await import('./pages/purchase/purchase-page.tsx')).PurchasePage),
  '/partnerships/:partnershipId': pageModule(async () => (await import('./pages/partnership/partnership-page.tsx')).PartnershipPage),
  '/find-creators': pageModule(async () => (await import('./pages/find-creators/find-creators-page.tsx')).FindCreatorsPage),
  '/brand/profile': pageModule(async () => (await import('./pages/profile/profile-page.tsx')).ProfilePage),
  '/brand/form': pageModule(async () => (await import('./pages/registration/registration-page.tsx')).RegistrationPage),
}

/** The brand pages that an admin may view for any brand. @source specification §6 */
const VIEWED = ['/brand-dashboard', '/brand-dashboard/campaigns/:campaignId', '/brand-dashboard/purchase', '/partnerships/:partnershipId']
const viewedPages: Pages = Object.fromEntries(
  Object.entries(pages)
    .filter(([path]) => VIEWED.includes(path))
    .map(([path, page]) => [`/admin/brands/:brandId${path.replace('/brand-dashboard', '')}`, page]),
)

export const fetchPage = fetchPageOf(pages)

export function BrandRoutes({ NotFound, viewedBrandId }: RemoteProps) {
  const shown = { given: { NotFound }, fallback: <PageSkeleton />, otherwise: <NotFound /> }
  if (viewedBrandId === undefined) return <PageRoutes pages={pages} {...shown} />
  return (
    <BrandView brandId={viewedBrandId} NotFound={NotFound}>
      <PageRoutes pages={viewedPages} {...shown} />
    </BrandView>
  )
}
