import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import { formatCents } from '@reelfair/ui'
import { type PageOf, textIn } from './text.tsx'

const HOURS = '\ue000'
const SENTENCE_WITH_HOURS = / ?[^.]*\ue000[^.]*\./

/**
 * The site's operator and the page's questions. Search engines keep it for weeks, so it contains no figure that
 * admins may change: neither prices nor the sentence with the review time limit.
 * @source https://schema.org
 */
export function structuredData({ locale, side }: PageOf, url: string): string {
  const t = textIn(locale)
  const minimum = formatCents(MINIMUM_TRANSFER_CENTS, locale, 0)
  const answer = (number: 1 | 2 | 3 | 4 | 5) =>
    t(`${side}-question-${number}-text`, { minimum, hours: HOURS }).replace(SENTENCE_WITH_HOURS, '')
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
    acceptedAnswer: { '@type': 'Answer', text: answer(number) },
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
