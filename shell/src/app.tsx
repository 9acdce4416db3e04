import { Toasts, UiProvider } from '@reelfair/ui'
import { RouterLink, sentenceOfError, useLanguage, useLocation } from '@reelfair/web-kit'
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
  const { pathname } = useLocation()
  return (
    <UiProvider locale={locale} link={RouterLink} onLocaleChange={setLocale} errorMessage={sentenceOfError}>
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
