/** Title, description and preview picture of public creator pages, for people who see a link before they open it. */
import { type CollabPage, type Locale, verificationRoutes } from '@reelfair/contracts'
import { addressOf } from '@reelfair/contracts/address'
import { categoryLabel } from '@reelfair/contracts/categories'
import { countryName } from '@reelfair/contracts/text'
import { formatCount } from '@reelfair/rules/format'
import type { EdgeHandles } from '@reelfair/service-kit'
import { escapeAttribute } from './escape-attribute.ts'
import { PATIENCE_MS } from './patience.ts'

/** Only these usernames exist on Instagram. */
const COLLAB = /^\/collab\/(?!\.+\/?$)([\w.]{1,30})\/?$/

interface Options {
  readonly verificationUrl: string
  readonly publicOrigin: string
  readonly log: EdgeHandles<unknown>['log']
}

interface Asked {
  readonly path: string
  readonly locale: Locale
  /** The visitor's, because the service limits requests per network. */
  readonly address: string
}

const TEXTS = {
  title: { en: 'Book @{username} · Reelfair', fr: 'Réserver @{username} · Reelfair' },
  followers: { en: '{count} followers', fr: '{count} abonnés' },
  views: { en: '{count} views on average', fr: '{count} vues en moyenne' },
  offer: {
    en: 'Book a 30-day partnership and pay only for the tier reached.',
    fr: 'Réservez un partenariat de 30 jours et payez seulement le palier atteint.',
  },
  picture: {
    en: 'A receipt that lists the views seen, deducted and qualified, and the pay for them',
    fr: 'Un reçu qui détaille les vues relevées, déduites et qualifiées, ainsi que leur rémunération',
  },
} as const

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

function descriptionOf({ followers, averageViews, category, city, country }: CollabPage, locale: Locale): string {
  const facts = [
    fill(TEXTS.followers[locale], { count: formatCount(followers, locale) }),
    averageViews !== null && fill(TEXTS.views[locale], { count: formatCount(averageViews, locale) }),
    category && categoryLabel(category, locale),
    city ?? countryName(country, locale),
  ]
  return `${facts.filter(Boolean).join(', ')}. ${TEXTS.offer[locale]}`
}

function headOf(page: CollabPage, locale: Locale, publicOrigin: string): string {
  const title = fill(TEXTS.title[locale], { username: page.username })
  const description = descriptionOf(page, locale)
  const properties: Readonly<Record<string, string>> = {
    'og:type': 'profile',
    'og:site_name': 'Reelfair',
    'og:url': `${publicOrigin}/collab/${page.username}`,
    'og:title': title,
    'og:description': description,
    'og:locale': locale === 'fr' ? 'fr_FR' : 'en_GB',
    // The account's own pictures are square or tall; previews are wide.
    'og:image': `${publicOrigin}/social-${locale}-brand.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': TEXTS.picture[locale],
  }
  return [
    `<title>${escapeAttribute(title)}</title>`,
    `<meta name="description" content="${escapeAttribute(description)}">`,
    ...Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escapeAttribute(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

/** The page's own first request, with the username as the visitor's browser sends it. */
const preloadOf = (username = '') =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${addressOf('/verification/collab/:username', { username })}">`

/** No such page: search engines must not keep it. */
const NO_PAGE = '<meta name="robots" content="noindex">'

/**
 * @returns a function that never throws; it returns the tags for the page's head, or undefined if the path is not a
 * creator page's. During an outage or above the request limit it is also undefined, because search engines would drop
 * the page if it said `noindex`.
 */
export function createCollabHead({ verificationUrl, publicOrigin, log }: Options) {
  /** @returns undefined for an unknown page */
  async function ask(username: string, address: string): Promise<CollabPage | undefined> {
    const answer = await fetch(`${verificationUrl}/collab/${username}`, {
      headers: { 'x-forwarded-for': address },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.ok) return verificationRoutes['GET /collab/:username'].output.parse(await answer.json())
    await answer.body?.cancel()
    if (answer.status === 404) return undefined
    throw new Error(`verification answered with ${answer.status}`)
  }

  return async ({ path, locale, address }: Asked): Promise<string | undefined> => {
    if (!path.startsWith('/collab/')) return undefined
    const [, username] = COLLAB.exec(path) ?? []
    try {
      const page = username ? await ask(username, address) : undefined
      return page ? headOf(page, locale, publicOrigin) + preloadOf(username) : NO_PAGE
    } catch (error) {
      log.warn({ error }, 'creator page request failed')
      return undefined
    }
  }
}

export type CollabHead = ReturnType<typeof createCollabHead>
