import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import { formatCents } from '@reelfair/ui'
import { BUILT } from '../components/packages.ts'
import { figureText } from './figures.ts'
import { type PageOf, textIn } from './text.tsx'

/**
 * Who runs the site, and the questions of the page. Contains no price, because search engines keep it for weeks.
 * @source https://schema.org
 */
export function structuredData({ locale, side }: PageOf, url: string): string {
  const t = textIn(locale)
  const minimum = formatCents(MINIMUM_TRANSFER_CENTS, locale, 0)
  const hours = figureText('review-hours', BUILT, locale)
  const organization = {
    '@type': 'Organization',
    '@id': '{{origin}}/#organization',
    name: 'Reelfair',
    url: '{{origin}}/',
    logo: '{{origin}}/mark.svg',
  }
  const site = {
    '@type': 'WebSite',
    '@id': '{{origin}}/#site',
    name: 'Reelfair',
    url: '{{origin}}/',
    publisher: { '@id': organization['@id'] },
  }
  const questions = ([1, 2, 3, 4, 5] as const).map((number) => ({
    '@type': 'Question',
    name: t(`${side}-question-${number}`),
    acceptedAnswer: { '@type': 'Answer', text: t(`${side}-question-${number}-text`, { minimum, hours }) },
  }))
  const faq = {
    '@type': 'FAQPage',
    '@id': `${url}#questions`,
    url,
    inLanguage: locale,
    isPartOf: { '@id': site['@id'] },
    mainEntity: questions,
  }
  const graph = { '@context': 'https://schema.org', '@graph': [organization, site, faq] }
  // A script element would end at the first "</".
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}
