import { PageSkeleton } from '@reelfair/ui'
import { matchPath, type Need, Route, Routes, useLocation } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'
import { NotFoundPage } from './components/not-found-page.tsx'
import { LandingPage } from './pages/landing/landing-page.tsx'
import { LoginPage } from './pages/login/login-page.tsx'
import { RemotePage } from './remotes/remote-page.tsx'

// Not part of the first load: who opens the start page needs none of them yet.
const SignupPage = lazy(async () => ({ default: (await import('./pages/signup/signup-page.tsx')).SignupPage }))
const EarlierTermsPage = lazy(async () => ({ default: (await import('./pages/terms/earlier-terms-page.tsx')).EarlierTermsPage }))
const TermsPage = lazy(async () => ({ default: (await import('./pages/terms/terms-page.tsx')).TermsPage }))
const VerifyEmailPage = lazy(async () => ({ default: (await import('./pages/verify-email/verify-email-page.tsx')).VerifyEmailPage }))
const SignInLinkPage = lazy(async () => ({ default: (await import('./pages/sign-in-link/sign-in-link-page.tsx')).SignInLinkPage }))
const EnterPage = lazy(async () => ({ default: (await import('./pages/sign-in-link/enter-page.tsx')).EnterPage }))
const ConfirmPage = lazy(async () => ({ default: (await import('./pages/confirm/confirm-page.tsx')).ConfirmPage }))

/** Pages of the remotes, which match the rest of the path themselves. @source specification §2 */
const remotePages: readonly (Need & { readonly path: string })[] = [
  { path: '/dashboard', role: 'creator' },
  { path: '/public-campaigns', role: 'creator' },
  { path: '/creator-history', role: 'creator' },
  { path: '/profile', role: 'creator' },
  { path: '/balance', role: 'creator' },
  { path: '/brand-dashboard/*', role: 'brand', complete: true },
  { path: '/brand/form', role: 'brand' },
  { path: '/admin/*', role: 'admin' },
]

function RemoteOrNothing() {
  const { pathname } = useLocation()
  const page = remotePages.find(({ path }) => matchPath(path, pathname))
  return page ? <RemotePage of={page.role} complete={page.complete ?? false} /> : <NotFoundPage />
}

/** Which screen? Public ones are the shell's; the others belong to the remote of the role that uses them. */
export function ShellRoutes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/" element={<LandingPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignupPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
        <Route path="/auth/confirm" element={<ConfirmPage />} />
        <Route path="/sign-in-link" element={<SignInLinkPage />} />
        <Route path="/auth/sign-in" element={<EnterPage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/terms/:version" element={<EarlierTermsPage />} />

        <Route path="*" element={<RemoteOrNothing />} />
      </Routes>
    </Suspense>
  )
}
