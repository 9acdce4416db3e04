import type { PageStart } from '@reelfair/web-kit/build'

/**
 * The gateway has the browser preload these API requests along with the scripts. The build checks the paths against
 * `routes.tsx`, and a browser test compares the list with the requests that each page sends.
 */
export const pageStarts: readonly PageStart[] = [
  {
    path: '/dashboard',
    module: './pages/dashboard/dashboard-page.tsx',
    reads: [
      '/verification/accounts',
      '/campaigns/sign-ups?limit=20',
      '/payouts/balance',
      '/payouts/payout-account',
      '/partnerships/invitations?only=open&limit=50',
      '/partnerships/partnerships?only=unsettled&limit=50',
      '/campaigns/public-campaigns?limit=3',
      '/metrics/readings/latest',
    ],
  },
  {
    path: '/public-campaigns',
    module: './pages/public-campaigns/public-campaigns-page.tsx',
    reads: ['/verification/accounts', '/campaigns/public-campaigns?limit=12', '/campaigns/sign-ups?limit=20'],
  },
  {
    path: '/creator-history',
    module: './pages/history/history-page.tsx',
    reads: ['/campaigns/sign-ups?limit=20', '/partnerships/partnerships?limit=20', '/partnerships/invitations?limit=20'],
  },
  {
    path: '/balance',
    module: './pages/balance/balance-page.tsx',
    reads: ['/payouts/balance', '/payouts/payout-account', '/payouts/statement?limit=20', '/payouts/transfers?limit=50'],
  },
  { path: '/creator-guide', module: './pages/guide/guide-page.tsx', reads: ['/identity/public-settings'] },
  {
    path: '/profile',
    module: './pages/profile/profile-page.tsx',
    reads: ['/verification/accounts'],
  },
  { path: '/profile/connect', module: './pages/connect/connect-page.tsx', reads: [] },
]
