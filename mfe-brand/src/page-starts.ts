import type { PageStart } from '@reelfair/web-kit/build'

/**
 * Each page's first API requests, which browsers preload along with the scripts. The build compares the paths with
 * `routes.tsx`, and a browser test compares the requests with those that each page sends.
 */
export const pageStarts: readonly PageStart[] = [
  {
    path: '/brand-dashboard',
    complete: true,
    module: './pages/dashboard/dashboard-page.tsx',
    reads: [
      '/campaigns/campaigns/summary',
      '/campaigns/campaigns?limit=50',
      '/payouts/credits',
      '/metrics/reviews',
      '/partnerships/invitations?limit=10',
      '/partnerships/partnerships?limit=10',
      '/metrics/readings/latest',
    ],
  },
  {
    path: '/partnerships/:partnershipId',
    complete: true,
    module: './pages/partnership/partnership-page.tsx',
    reads: ['/partnerships/partnerships/:partnershipId', '/metrics/readings/latest'],
  },
  {
    path: '/brand-dashboard/campaigns/:campaignId',
    complete: true,
    module: './pages/campaign/campaign-page.tsx',
    reads: [
      '/campaigns/campaigns/:campaignId',
      '/campaigns/campaigns/:campaignId/sign-ups',
      '/metrics/campaigns/:campaignId/videos?limit=100',
      '/metrics/readings/latest',
    ],
  },
  {
    path: '/brand-dashboard/new-campaign/:step?',
    complete: true,
    module: './pages/new-campaign/new-campaign-page.tsx',
    reads: ['/payouts/credits'],
  },
  {
    path: '/brand-dashboard/purchase',
    complete: true,
    module: './pages/purchase/purchase-page.tsx',
    reads: [
      '/payouts/credits',
      '/identity/public-settings',
      '/payouts/credit-orders?limit=10',
      '/payouts/credits/statement?limit=10',
      '/identity/brand/company',
    ],
  },
  {
    path: '/find-creators',
    complete: true,
    module: './pages/find-creators/find-creators-page.tsx',
    reads: [
      '/payouts/credits',
      '/verification/saved-searches',
      '/verification/creators?sort=averageViews&order=desc',
      '/partnerships/invitations?only=open&limit=100',
      '/partnerships/partnerships?only=unsettled&limit=100',
    ],
  },
  {
    path: '/brand/profile',
    complete: true,
    module: './pages/profile/profile-page.tsx',
    reads: ['/identity/brand', '/identity/brand/company', '/identity/brand/declarations?limit=10'],
  },
  {
    path: '/brand/form',
    module: './pages/registration/registration-page.tsx',
    reads: ['/identity/brand'],
  },
]
