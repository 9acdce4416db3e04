import { useEffect, useState } from 'react'
import type { Locale } from '../format.ts'
import { setTheme } from '../provider/theme.ts'
import { UiProvider } from '../provider/ui-provider.tsx'
import { CoreSpecimens } from './core-specimens.tsx'
import { DenseSpecimen } from './dense-specimen.tsx'
import { SignatureSpecimens } from './signature-specimens.tsx'

/** Every component on one page. URL options: `?theme=dark&lang=fr`, `?only=core`, `?only=signature`, `?only=dense`. */
export function Design() {
  const query = new URLSearchParams(location.search)
  const [locale, setLocale] = useState<Locale>(query.get('lang') === 'fr' ? 'fr' : 'en')
  const theme = query.get('theme')
  const only = query.get('only')
  useEffect(() => {
    if (theme === 'dark' || theme === 'light') setTheme(theme)
  }, [theme])
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <UiProvider locale={locale} onLocaleChange={setLocale}>
      {(only === null || only === 'core') && <CoreSpecimens />}
      {(only === null || only === 'signature') && <SignatureSpecimens />}
      {only === 'dense' && <DenseSpecimen />}
    </UiProvider>
  )
}
