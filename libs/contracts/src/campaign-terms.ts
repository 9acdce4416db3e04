/**
 * What a creator agrees to with each sign-up to a campaign: the page of the terms and the question before a sign-up say the same words. Without zod, so that a
 * screen can load it alone (`@reelfair/contracts/campaign-terms`). Another sentence here is another version of the terms.
 */
import type { Locale } from './words.ts'

/** @example campaignTerms.repost.en // 'The brand may share your video again for 30 days.' */
export const campaignTerms = {
  kept: {
    en: 'The terms are kept with your sign-up as they stand now: rate, goal, how long videos count. A later change does not touch them.',
    fr: 'Les conditions sont conservées avec votre inscription telles qu’elles sont maintenant : tarif, objectif, durée de comptage. Un changement ultérieur n’y touche pas.',
  },
  invalid: {
    en: 'Fraud, a private account, an age restriction or a deleted video invalidates views. Each view that does not count says why.',
    fr: 'La fraude, un compte privé, une limite d’âge ou une vidéo supprimée annulent des vues. Chaque vue qui ne compte pas dit pourquoi.',
  },
  final: {
    en: 'At the final reading, views that the network has removed come off, and all views of a video that is then deleted, private or age-restricted. Only what remains is paid.',
    fr: 'Au dernier relevé, les vues que le réseau a retirées sont déduites, ainsi que toutes celles d’une vidéo alors supprimée, privée ou soumise à une limite d’âge. Seul le reste est payé.',
  },
  repost: {
    en: 'The brand may share your video again for 30 days.',
    fr: 'La marque peut repartager votre vidéo pendant 30 jours.',
  },
  adult: {
    en: 'Reelfair is for professionals, aged 18 or more. Amounts exclude tax.',
    fr: 'Reelfair est réservé aux professionnels de 18 ans ou plus. Montants hors taxes.',
  },
} as const satisfies Record<string, Readonly<Record<Locale, string>>>

export type CampaignTerm = keyof typeof campaignTerms
