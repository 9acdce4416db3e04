/** The pages as the gateway serves them: with its address, and with prices and rates. */
import { type Figures, printFigures } from '@reelfair/rules/figures'
import { BUILT } from '../components/packages.ts'
import { renderPages } from './render.tsx'

export const ORIGIN = 'https://reelfair.example'
const FONT = '/static/font/fraunces-latin-opsz-normal.0123456789.woff2'
export const ASSETS = {
  script: '/static/js/landing.0123456789.js',
  css: `@font-face{src:url(${FONT})}p{color:red}`,
  ahead: {
    en: ['/static/js/index.0123456789.js', '/static/css/index.0123456789.css'],
    fr: ['/static/js/index.0123456789.js', '/static/js/fr.0123456789.js'],
  },
} as const

export const rendered = Object.fromEntries(
  Object.entries(renderPages(ASSETS)).map(([path, text]) => [path, text.replaceAll('{{origin}}', ORIGIN)]),
)

export function landingPage(locale: 'en' | 'fr', side: 'brand' | 'creator', figures: Figures = BUILT): string {
  const page = rendered[`landing/${locale}-${side}.html`]
  if (!page) throw new Error(`no page for ${locale} and ${side}`)
  return printFigures(page, figures, locale)
}
