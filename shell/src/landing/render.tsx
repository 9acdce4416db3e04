import { renderToStaticMarkup } from 'react-dom/server'
import { type Assets, addressOf, Document } from './document.tsx'
import type { PageOf } from './text.tsx'

const PAGES: readonly PageOf[] = [
  { locale: 'en', side: 'brand' },
  { locale: 'en', side: 'creator' },
  { locale: 'fr', side: 'brand' },
  { locale: 'fr', side: 'creator' },
]

/** Fonts above the fold. The italic notes use a third one, which may arrive later. */
const FIRST_FONTS = /\/[\w/.-]*\/(?:fraunces-latin-opsz-normal|instrument-sans-latin-wght-normal)[\w.-]*\.woff2/g

/** Called by `pluginStaticPages`. @returns the content of each file by its path in the build */
export function renderPages(built: Omit<Assets, 'fonts'>): Readonly<Record<string, string>> {
  const assets = { ...built, fonts: [...new Set(built.css.match(FIRST_FONTS))] }
  return {
    ...Object.fromEntries(PAGES.map((of) => [`landing/${of.locale}-${of.side}.html`, renderPage(of, assets)])),
    'sitemap.xml': sitemap(),
    'robots.txt': 'User-agent: *\nDisallow: /api/\n\nSitemap: {{origin}}/sitemap.xml\n',
  }
}

function renderPage(of: PageOf, assets: Assets): string {
  const html = `<!doctype html>${renderToStaticMarkup(<Document of={of} assets={assets} />)}`
  const { text, rules } = withoutStyleAttributes(html)
  return text.replace('</style>', () => `${rules}</style>`)
}

/** The content security policy forbids style attributes, so each becomes a class. */
function withoutStyleAttributes(html: string): { text: string; rules: string } {
  const classes = new Map<string, string>()
  const text = html.replaceAll(/<\w+[^>]*? style="([^"]*)"[^>]*>/g, (tag, style: string) => {
    const name = classes.get(style) ?? `s${classes.size}`
    classes.set(style, name)
    const bare = tag.replace(/ style="[^"]*"/, '')
    return / class="/.test(bare) ? bare.replace(/ class="([^"]*)"/, ` class="$1 ${name}"`) : bare.replace(/^<\w+/, `$& class="${name}"`)
  })
  return { text, rules: [...classes].map(([style, name]) => `.${name}{${style}}`).join('') }
}

function sitemap(): string {
  const links = (side: PageOf['side']) =>
    PAGES.filter((one) => one.side === side)
      .map((one) => `<xhtml:link rel="alternate" hreflang="${one.locale}" href="${addressOf(one)}"/>`)
      .join('')
  const urls = PAGES.map((of) => `<url><loc>${addressOf(of)}</loc>${links(of.side)}</url>`).join('')
  const others = ['/contact', '/privacy', '/terms'].map((path) => `<url><loc>{{origin}}${path}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls}${others}</urlset>`
}
