import type { PageStart } from '@reelfair/web-kit/build'

/**
 * The first API requests of each page. The gateway has the browser preload them along with the scripts. The build reads
 * this list and checks it against `routes.tsx`; a browser test checks it against the requests that each page sends.
 */
export const pageStarts: readonly PageStart[] = [
  {
    path: '/admin',
    module: './pages/overview/overview-page.tsx',
    reads: ['/metrics/readings/latest', '/metrics/admin/reviews?limit=100'],
  },
  {
    path: '/admin/reviews',
    module: './pages/reviews/reviews-page.tsx',
    reads: ['/metrics/admin/reviews?limit=20'],
  },
  {
    path: '/admin/transfers',
    module: './pages/transfers/transfers-page.tsx',
    reads: ['/payouts/admin/transfers?limit=50', '/payouts/admin/transfer-logs?limit=20'],
  },
]
