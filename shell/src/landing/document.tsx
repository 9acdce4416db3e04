import type { Locale } from '@reelfair/contracts'
import { UiProvider } from '@reelfair/ui'
import type { SignUpRole } from '../components/auth-page-link.ts'
import { homePath } from '../components/home-path.ts'
import { LandingPage } from './landing-page.tsx'
import { structuredData } from './structured-data.ts'
import { type PageOf, TextProvider, textIn } from './text.tsx'

export interface Assets {
  readonly script: string
  readonly css: string
  /** By language: the files of the sign-up page, which the script fetches when a visitor moves towards it. */
  readonly ahead: Readonly<Record<Locale, readonly string[]>>
  /** Fonts of the first screen. */
  readonly fonts: readonly string[]
}

/** The gateway inserts its own address, which the build does not know. */
const ORIGIN = '{{origin}}'

/** The canonical address. The brand's page is the default one. */
export const addressOf = ({ locale, side }: PageOf) => `${ORIGIN}${homePath(locale, side === 'creator' ? 'creator' : undefined)}`

/** Runs before the first paint, so that the page never flashes in the wrong theme. The gateway allows it by hash. */
const THEME = `try{const t=localStorage.getItem('reelfair.theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

export function Document({ of, assets }: { of: PageOf; assets: Assets }) {
  return (
    <html lang={of.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script {...raw(THEME)} />
        <style {...raw(assets.css)} />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <script type="module" src={assets.script} />
        <Meta of={of} />
        <script type="application/ld+json" {...raw(structuredData(of, addressOf(of)))} />
      </head>
      <body data-ahead={assets.ahead[of.locale].join(' ')} data-side={of.side}>
        <UiProvider locale={of.locale}>
          <TextProvider of={of}>
            <LandingPage />
          </TextProvider>
        </UiProvider>
      </body>
    </html>
  )
}

const LOCALES: readonly Locale[] = ['en', 'fr']

function Meta({ of }: { of: PageOf }) {
  const { locale, side } = of
  const t = textIn(locale)
  const title = t(`${side}-title`)
  // Contains no price, because search engines keep it for weeks.
  const description = t(`${side}-description`)
  const inOther = (other: Locale) => addressOf({ locale: other, side })
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={addressOf(of)} />
      {LOCALES.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={inOther(each)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={inOther('en')} />
      <meta name="theme-color" content="#F4EFE4" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0A1020" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/mark.svg" type="image/svg+xml" />
      <Social title={title} description={description} of={of} />
    </>
  )
}

/** @source https://ogp.me */
function Social({ title, description, of }: { title: string; description: string; of: PageOf }) {
  const { locale, side } = of
  const properties: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': 'Reelfair',
    'og:url': addressOf(of),
    'og:title': title,
    'og:description': description,
    'og:locale': LOCALE_NAMES[locale],
    'og:locale:alternate': LOCALE_NAMES[locale === 'en' ? 'fr' : 'en'],
    'og:image': `${ORIGIN}/social-${locale}-${side satisfies SignUpRole}.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': textIn(locale)('picture-alt'),
  }
  return (
    <>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

const LOCALE_NAMES = { en: 'en_GB', fr: 'fr_FR' } as const
