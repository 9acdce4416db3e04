import { PageSkeleton } from '@reelfair/ui'
import { fetchPageOf, type PageModule, PageRoutes, pageModule, type RemoteProps } from '@reelfair/web-kit'

const pages: Readonly<Record<string, PageModule<Pick<RemoteProps, 'NotFound'>>>> = {
  '/dashboard': pageModule(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  '/public-campaigns': pageModule(async () => (await import('./pages/public-campaigns/public-campaigns-page.tsx')).PublicCampaignsPage),
  '/creator-history': pageModule(async () => (await import('./pages/history/history-page.tsx')).HistoryPage),
  '/balance': pageModule(async () => (await import('./pages/balance/balance-page.tsx')).BalancePage),
  '/creator-guide': pageModule(async () => (await import('./pages/guide/guide-page.tsx')).GuidePage),
  '/profile/connect': pageModule(async () => (await import('./pages/connect/connect-page.tsx')).ConnectPage),
  '/profile': pageModule(async () => (await import('./pages/profile/profile-page.tsx')).ProfilePage),
}

export const fetchPage = fetchPageOf(pages)

export const CreatorRoutes = ({ NotFound }: RemoteProps) => (
  <PageRoutes pages={pages} given={{ NotFound }} fallback={<PageSkeleton />} otherwise={<NotFound />} />
)
