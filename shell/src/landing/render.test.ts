// @vitest-environment jsdom
import { exclusionLabel, exclusionReasons } from '@reelfair/contracts/reasons'
import { earnedCents, PACKAGE_NAMES, PACKAGES, RATE_CARD } from '@reelfair/rules'
import { printFigures } from '@reelfair/rules/figures'
import { formatCents, formatCount } from '@reelfair/ui'
import { describe, expect, test } from 'vitest'
import { ASSETS, landingPage, ORIGIN, rendered } from './rendered.fixture.ts'

const RATE = RATE_CARD.campaignCentsPer1000
const pageOf = (locale: 'en' | 'fr', side: 'brand' | 'creator') => {
  const page = new DOMParser().parseFromString(landingPage(locale, side), 'text/html')
  const hrefs = (selector: string) => [...page.querySelectorAll(selector)].map((link) => link.getAttribute('href'))
  return { page, text: page.body.textContent ?? '', hrefs }
}
/** The answer's text, without the sentence that contains the review time limit. */
function withoutHours(question: Element): string {
  const answer = question.querySelector('p')
  const sentences = answer?.textContent?.split(/(?<=\.) /) ?? []
  return sentences.filter((sentence) => !/\d\u00a0(?:hours|heures)/.test(sentence)).join(' ')
}

const PAGES = [
  ['en', 'brand'],
  ['en', 'creator'],
  ['fr', 'brand'],
  ['fr', 'creator'],
] as const

describe.each(PAGES)('the %s page for a %s', (locale, side) => {
  const { page, text, hrefs } = pageOf(locale, side)
  const path = locale === 'fr' ? '/fr' : '/'

  test('has all sections for its side, in order', () => {
    const own = side === 'brand' ? ['prices', 'charged', 'receipt'] : ['pay', 'receipt', 'payment']
    expect([...page.querySelectorAll('main section[id]')].map(({ id }) => id)).toEqual(['how', ...own, 'questions'])
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    expect(page.querySelectorAll('details')).toHaveLength(5)
    for (const href of hrefs('a[href^="#"]')) expect(page.querySelector(href ?? '')).not.toBeNull()
  })

  test('carries its role in every link to sign-up and sign-in', () => {
    const links = hrefs('header a[href^="/signup"], a[href^="/login"], main a[href^="/signup"]')
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) expect(link).toMatch(new RegExp(`^/(?:signup|login)\\?role=${side}(?:&redirect=%2F[^&]+)?$`))
  })

  test('keeps its side in the footer’s links to the questions and to the contact form', () => {
    expect(hrefs('footer a[href$="#questions"]')).toEqual([`${path}?role=${side}#questions`])
    expect(hrefs('footer a[href^="/contact"]')).toEqual([`/contact?topic=${side}`])
  })

  test('links to the other side and the other language, and marks where the visitor is', () => {
    expect(hrefs('.landing-sides a')).toEqual([`${path}?role=brand`, `${path}?role=creator`])
    expect(page.querySelector('.landing-sides [aria-current=page]')?.getAttribute('href')).toBe(`${path}?role=${side}`)
    expect(hrefs('.landing-language a')).toEqual([`/?role=${side}&lang=en`, `/fr?role=${side}&lang=fr`])
    expect(page.querySelector('.landing-language [aria-current]')?.getAttribute('lang')).toBe(locale)
  })

  test('states its address and its translation’s, with its own description and preview image', () => {
    const query = side === 'creator' ? '?role=creator' : ''
    expect(page.documentElement.lang).toBe(locale)
    expect(hrefs('link[rel=canonical]')).toEqual([`${ORIGIN}${path}${query}`])
    const alternates = [...page.querySelectorAll('link[rel=alternate]')].map((link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ])
    expect(alternates).toEqual([
      ['en', `${ORIGIN}/${query}`],
      ['fr', `${ORIGIN}/fr${query}`],
      ['x-default', `${ORIGIN}/${query}`],
    ])
    const meta = (name: string) => page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? ''
    expect(meta('description').length).toBeGreaterThan(70)
    expect(meta('description').length).toBeLessThanOrEqual(170)
    expect(meta('og:title')).toBe(page.title)
    expect(meta('og:image')).toBe(`${ORIGIN}/social-${locale}-${side}.png`)
  })

  test('contains structured data for exactly the questions it shows, without the time limit that admins may change', () => {
    const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '') as {
      '@graph': { '@type': string; mainEntity?: { name: string; acceptedAnswer: { text: string } }[] }[]
    }
    const faq = data['@graph'].find((one) => one['@type'] === 'FAQPage')?.mainEntity ?? []
    expect(faq.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
      [...page.querySelectorAll('details')].map((one) => [one.querySelector('summary')?.textContent, withoutHours(one)]),
    )
    expect(JSON.stringify(faq)).not.toMatch(/\d\u00a0(?:hours|heures)/)
  })

  test('has one non-blocking script, inlines its styles, and preloads only the first screen’s fonts', () => {
    const scripts = [...page.querySelectorAll('script[src]')]
    expect(scripts.map((script) => [script.getAttribute('src'), script.getAttribute('type')])).toEqual([[ASSETS.script, 'module']])
    expect(hrefs('link[rel=stylesheet]')).toEqual([])
    expect(hrefs('link[rel=preload]')).toEqual(['/static/font/fraunces-latin-opsz-normal.0123456789.woff2'])
    expect(page.body.dataset.ahead).toBe(ASSETS.ahead[locale].join(' '))
  })

  test('has no style attribute, which the content security policy would ignore, and keeps its declarations', () => {
    expect(page.querySelectorAll('[style]')).toHaveLength(0)
    const used = new Set(
      [...page.body.querySelectorAll('*')].flatMap(({ classList }) => [...classList].filter((name) => /^s\d+$/.test(name))),
    )
    const rules = page.querySelector('style')?.textContent ?? ''
    for (const name of used) expect(rules).toContain(`.${name}{`)
    if (side === 'brand') expect(used.size).toBeGreaterThan(5)
  })

  test('shows no placeholders or message keys', () => {
    expect(text).not.toMatch(/\{\{(?!at\}|again\})|undefined|NaN/)
    expect(text).not.toMatch(/\b(?:how|question|leader|charged|payment)-\d?\b/)
  })

  test('labels the receipt as an example and computes it with the product’s rules', () => {
    const receipt = page.querySelector('#receipt article')
    expect(receipt?.getAttribute('aria-label')).toMatch(locale === 'en' ? /^Receipt/ : /^Reçu/)
    const words = receipt?.textContent ?? ''
    expect(words).toMatch(locale === 'en' ? /Example, not a real campaign/ : /Exemple\s: campagne fictive/)
    expect(words.split(formatCents(earnedCents(413_742, RATE), locale)).length).toBeGreaterThan(2)
    // The only date shown is the rate card's first day, which is real.
    const dated = [...(receipt?.querySelectorAll('*') ?? [])].filter(
      (part) => part.children.length === 0 && /\b20\d\d$/.test(part.textContent ?? ''),
    )
    expect(dated).toHaveLength(1)
    // The last views are interpolated, so nothing is marked as estimated.
    expect(text).not.toMatch(/estimated|estimé/)
  })

  test('labels the drawings with invented figures as examples', () => {
    const labels = [...page.querySelectorAll('#how .landing-how-drawing')].map(
      (one) => one.querySelector('.landing-how-example')?.textContent,
    )
    const example = locale === 'en' ? 'Example' : 'Exemple'
    expect(labels).toEqual([example, undefined, example])
  })

  test('states the minimum transfer', () => {
    expect(text).toMatch(locale === 'en' ? /The minimum transfer is €1\./ : /les virements sont possibles à partir de 1\s€\./)
  })
})

test.each(['en', 'fr'] as const)('in %s: prints the packages of the price list', (locale) => {
  const rows = [...pageOf(locale, 'brand').page.querySelectorAll('#prices tbody tr')]
  expect(
    rows.map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent?.trim().split(/ (?=a good|idéal)/)[0])),
  ).toEqual(
    PACKAGES.packages.map(({ id, credits, priceCents }) => [
      PACKAGE_NAMES[id],
      formatCount(credits, locale),
      formatCents(priceCents, locale, 0),
      formatCents((priceCents * 1_000) / credits, locale),
    ]),
  )
})

test.each(['en', 'fr'] as const)('in %s: lists every reason for which views are excluded', (locale) => {
  const reasons = [...pageOf(locale, 'brand').page.querySelectorAll('#charged li')].map(({ textContent }) => textContent)
  expect(reasons).toEqual(exclusionReasons.map((reason) => exclusionLabel(reason, locale)))
})

test.each(['en', 'fr'] as const)('in %s: shows creators what they earn under the rate card in force', (locale) => {
  const { page, text } = pageOf(locale, 'creator')
  const rows = [...page.querySelectorAll('#pay tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows[1]).toEqual([
    formatCount(10_000, locale),
    ...[RATE, RATE_CARD.partnershipCentsPer1000].map((rate) => formatCents(earnedCents(10_000, rate), locale)),
  ])
  expect(rows).toHaveLength(4)
  // The slip for last night, on the first screen.
  expect(text).toContain(formatCents(earnedCents(20_722, RATE), locale))
})

test('writes a sitemap with every page and its translations, and names it in robots.txt', () => {
  const map = new DOMParser().parseFromString(rendered['sitemap.xml'] ?? '', 'application/xml')
  const places = [...map.querySelectorAll('loc')].map(({ textContent }) => textContent)
  expect(places).toEqual(['/', '/?role=creator', '/fr', '/fr?role=creator', '/contact', '/privacy', '/terms'].map((path) => ORIGIN + path))
  expect(map.querySelectorAll('url')[0]?.children).toHaveLength(3)
  expect(rendered['robots.txt']).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})

test.each(['brand', 'creator'] as const)('is built without any figure that admins may change, for a %s', (side) => {
  const built = rendered[`landing/en-${side}.html`] ?? ''
  const words = new DOMParser().parseFromString(built, 'text/html').body.textContent ?? ''
  // Amounts that are not settings: the minimum transfer and the invented balance.
  const fixed = side === 'brand' ? ['€1.'] : ['€1.', '€6.18', '€12.40', '€41.37', '€25.00', '€91.20', '€176.15']
  expect(new Set(words.match(/€[\d.,]+|\d+\u00a0hours|\d+ \w{3} 20\d\d/g))).toEqual(new Set(fixed))
  expect(built.match(/\{\{figure:/g)?.length).toBeGreaterThan(8)
  expect(printFigures(built, undefined, 'en')).not.toContain('{{figure')
})
