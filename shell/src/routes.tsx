import { matchPath, type Need, Route, Routes, useLocation } from '@reelfair/web-kit'
import { LandingPage } from './pages/landing/landing-page.tsx'
import { LoginPage } from './pages/login/login-page.tsx'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { RemotePage } from './remotes/remote-page.tsx'

/** Pages of the remotes, which match the rest of the path themselves. @source specification §2 */
const remotePages: readonly (Need & { readonly path: string })[] = [
  { path: '/dashboard', role: 'creator' },
  { path: '/profile', role: 'creator' },
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
    <Routes>
      <Route path="/" element={<LandingPage />} />
      <Route path="/login" element={<LoginPage />} />

      <Route path="*" element={<RemoteOrNothing />} />
    </Routes>
  )
}
