import { DensePage, SkeletonBlock, SkeletonRows } from '@reelfair/ui'
import { fetchPageOf, type PageModule, PageRoutes, pageModule, type RemoteProps } from '@reelfair/web-kit'

const pages: Readonly<Record<string, PageModule<Pick<RemoteProps, 'NotFound'>>>> = {
  '/admin': pageModule(async () => (await import('./pages/overview/overview-page.tsx')).OverviewPage),
  '/admin/brands': pageModule(async () => (await import('./pages/brands/brands-page.tsx')).BrandsPage),
  '/admin/partnerships': pageModule(async () => (await import('./pages/partnerships/partnerships-page.tsx')).PartnershipsPage),
  '/admin/reviews': pageModule(async () => (await import('./pages/reviews/reviews-page.tsx')).ReviewsPage),
  '/admin/settings': pageModule(async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage),
  '/admin/audit-log': pageModule(async () => (await import('./pages/audit-log/audit-log-page.tsx')).AuditLogPage),
  '/admin/transfers': pageModule(async () => (await import('./pages/transfers/transfers-page.tsx')).TransfersPage),
}

export const fetchPage = fetchPageOf(pages)

const skeleton = (
  <DensePage title={<SkeletonBlock height={32} width={220} />}>
    <SkeletonRows rows={6} height={36} />
  </DensePage>
)

export const AdminRoutes = ({ NotFound }: RemoteProps) => (
  <PageRoutes pages={pages} given={{ NotFound }} fallback={skeleton} otherwise={<NotFound />} />
)
