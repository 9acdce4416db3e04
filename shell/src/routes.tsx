import { guardedPages } from '@reelfair/contracts/home'
import { PageSkeleton } from '@reelfair/ui'
import { fetchPageOf, matchPath, type PageModule, PageRoutes, pageModule, Route, useLocation } from '@reelfair/web-kit'
import { LeaveForLanding } from './components/leave-for-landing.tsx'
import { NotFoundPage } from './components/not-found-page.tsx'
import { RetryBoundary } from './components/retry-boundary.tsx'
import { LoginPage } from './pages/login/login-page.tsx'
import { RemotePage } from './remotes/remote-page.tsx'

/** The initial load contains the login page; the pages below load lazily. */
const pages: Readonly<Record<string, PageModule<object>>> = {
  '/signup': pageModule(async () => (await import('./pages/signup/signup-page.tsx')).SignupPage),
  '/verify-email': pageModule(async () => (await import('./pages/verify-email/verify-email-page.tsx')).VerifyEmailPage),
  '/auth/confirm': pageModule(async () => (await import('./pages/confirm/confirm-page.tsx')).ConfirmPage),
  '/sign-in-link': pageModule(async () => (await import('./pages/sign-in-link/sign-in-link-page.tsx')).SignInLinkPage),
  '/auth/sign-in': pageModule(async () => (await import('./pages/sign-in-link/sign-in-by-link-page.tsx')).SignInByLinkPage),
  '/second-factor': pageModule(async () => (await import('./pages/second-factor/second-factor-page.tsx')).SecondFactorPage),
  '/notifications': pageModule(async () => (await import('./pages/notifications/notifications-page.tsx')).NotificationsPage),
  '/unsubscribe/:token': pageModule(async () => (await import('./pages/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage),
  '/contact': pageModule(async () => (await import('./pages/contact/contact-page.tsx')).ContactPage),
  '/privacy': pageModule(async () => (await import('./pages/privacy/privacy-page.tsx')).PrivacyPage),
  '/collab/:username': pageModule(async () => (await import('./pages/collab/collab-page.tsx')).CollabPage),
  '/forgot-password': pageModule(async () => (await import('./pages/recovery/forgot-password-page.tsx')).ForgotPasswordPage),
  '/reset-password': pageModule(async () => (await import('./pages/recovery/reset-password-page.tsx')).ResetPasswordPage),
  '/auth/change-email': pageModule(async () => (await import('./pages/recovery/change-email-page.tsx')).ChangeEmailPage),
  '/account': pageModule(async () => (await import('./pages/account/account-page.tsx')).AccountPage),
  '/auth/google': pageModule(async () => (await import('./pages/google/google-return-page.tsx')).GoogleReturnPage),
  '/terms': pageModule(async () => (await import('./pages/terms/terms-page.tsx')).TermsPage),
  '/terms/accept': pageModule(async () => (await import('./pages/accept-terms/accept-terms-page.tsx')).AcceptTermsPage),
  '/terms/:version': pageModule(async () => (await import('./pages/terms/terms-page.tsx')).TermsPage),
}

export const fetchPage = fetchPageOf(pages)

function RemoteOrNotFound() {
  const { pathname } = useLocation()
  // Each remote matches the rest of its paths itself.
  const page = guardedPages.find(({ path }) => matchPath(path, pathname))
  if (!page) return <NotFoundPage />
  const { path, remote = page.role, ...need } = page
  return <RemotePage need={need} remote={remote} viewedBrandId={matchPath(path, pathname)?.params.brandId} />
}

/** Public paths open the shell's own pages. Other paths open the remote of the matching role. */
export const ShellRoutes = () => (
  <RetryBoundary automaticRetries={() => 1}>
    {(attempt) => (
      <PageRoutes attempt={attempt} pages={pages} given={{}} fallback={<PageSkeleton />} otherwise={<RemoteOrNotFound />}>
        <Route path="/" element={<LeaveForLanding />} />
        <Route path="/fr" element={<LeaveForLanding />} />
        <Route path="/login" element={<LoginPage />} />
      </PageRoutes>
    )}
  </RetryBoundary>
)
