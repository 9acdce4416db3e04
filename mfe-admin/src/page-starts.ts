import type { PageStart } from '@reelfair/web-kit/build'

/**
 * Each page's first API requests, which browsers preload along with the scripts. The build compares the paths with
 * `routes.tsx`, and a browser test compares the requests with those that each page sends.
 */
export const pageStarts: readonly PageStart[] = [
  {
    path: '/admin',
    module: './pages/overview/overview-page.tsx',
    reads: ['/metrics/readings/latest', '/metrics/admin/reviews?limit=100', '/partnerships/admin/partnerships?limit=1'],
  },
  {
    path: '/admin/brands',
    module: './pages/brands/brands-page.tsx',
    reads: ['/identity/admin/brands?limit=50'],
  },
  {
    path: '/admin/partnerships',
    module: './pages/partnerships/partnerships-page.tsx',
    reads: ['/partnerships/admin/partnerships?limit=50'],
  },
  {
    path: '/admin/reviews',
    module: './pages/reviews/reviews-page.tsx',
    reads: ['/metrics/admin/reviews?limit=20'],
  },
  {
    path: '/admin/settings',
    module: './pages/settings/settings-page.tsx',
    reads: ['/identity/admin/settings'],
  },
  {
    path: '/admin/audit-log',
    module: './pages/audit-log/audit-log-page.tsx',
    reads: ['/identity/admin/audit-log?limit=50'],
  },
  {
    path: '/admin/transfers',
    module: './pages/transfers/transfers-page.tsx',
    reads: ['/partnerships/admin/test-partnerships', '/payouts/admin/transfers?limit=50', '/payouts/admin/transfer-logs?limit=20'],
  },
]
