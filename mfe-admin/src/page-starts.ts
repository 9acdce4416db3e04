import type { PageStart } from '@reelfair/web-kit/build'

/** What the gateway has the browser fetch beside the scripts. Read by the build alone, which compares it with `routes.tsx`; a browser test compares it with what pages ask. */
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
