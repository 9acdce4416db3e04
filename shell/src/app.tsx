import { Toasts, UiProvider } from '@reelfair/ui'
import { RouterLink, sentenceOfError, useLanguage, useLocation } from '@reelfair/web-kit'
import { lazy, Suspense } from 'react'
import { Frame } from './frame/frame.tsx'
import { Notices } from './frame/notices.tsx'
import { Warmup } from './remotes/warmup.tsx'
import { ShellRoutes } from './routes.tsx'

// The condition is a constant of the build: a production bundle holds neither the page nor the import.
const DesignPage =
  process.env.NODE_ENV === 'development' ? lazy(async () => ({ default: (await import('@reelfair/ui/design')).Design })) : undefined

/** The page around the pages. */
export function App() {
  const { locale, setLocale } = useLanguage()
  const { pathname } = useLocation()
  return (
    <UiProvider locale={locale} link={RouterLink} onLocaleChange={setLocale} errorSentence={sentenceOfError}>
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
