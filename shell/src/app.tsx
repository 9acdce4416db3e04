import type { Locale } from '@reelfair/contracts'
import { Toasts, UiProvider } from '@reelfair/ui'
import { RouterLink, sentenceOfError, useLanguage, useLocation, useSession, useWrite } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'
import { Frame } from './frame/frame.tsx'
import { Notices } from './frame/notices.tsx'
import { Warmup } from './remotes/warmup.tsx'
import { ShellRoutes } from './routes.tsx'

// NODE_ENV is a build-time constant, so production bundles contain neither the design page nor its import.
const DesignPage =
  process.env.NODE_ENV === 'development' ? lazy(async () => ({ default: (await import('@reelfair/ui/design')).Design })) : undefined

export function App() {
  const { locale, setLocale } = useLanguage()
  const session = useSession()
  const save = useWrite('PUT', '/identity/account/language')
  /** Without a saved choice, only e-mails use another language, so a failure needs no message. */
  const choose = (next: Locale) => {
    setLocale(next)
    if (session.state === 'present') save.mutate({ locale: next })
  }
  const { pathname } = useLocation()
  return (
    <UiProvider locale={locale} link={RouterLink} onLocaleChange={choose} errorMessage={sentenceOfError}>
      {DesignPage && pathname === '/design' ? (
        <Suspense fallback={null}>
          <DesignPage />
        </Suspense>
      ) : (
        <Frame>
          <ShellRoutes />
        </Frame>
      )}
      <Notices />
      <Toasts />
      <Warmup />
    </UiProvider>
  )
}
