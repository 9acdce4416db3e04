/**
 * Terms that a creator accepts with each sign-up, shown on the Terms page and in the sign-up dialog. Does not import
 * zod, so that screens can load the file on its own. A change in meaning requires a new version of the Terms.
 */
import type { Locale } from './words.ts'

export const campaignTerms = {
  kept: {
    en: 'Your sign-up keeps the terms as they are now: rate, goal and how long videos count. Later changes don’t affect it.',
    fr: 'Votre participation reste soumise aux conditions actuelles : tarif, objectif et durée de comptage. Les changements ultérieurs ne la concernent pas.',
  },
  invalid: {
    en: 'Fraud, a private account, an age restriction or a deleted video invalidates views. The reason is shown for each view that doesn’t count.',
    fr: 'Les vues sont invalidées en cas de fraude, de compte privé, de restriction d’âge ou de vidéo supprimée. Le motif est indiqué pour chaque vue non comptée.',
  },
  final: {
    en: 'At the final reading, we deduct views that the network has removed and all views of any video that is deleted, private or age-restricted at that time. Only the remaining views are paid.',
    fr: 'Lors du dernier relevé, nous déduisons les vues que le réseau a retirées, ainsi que toutes celles des vidéos supprimées, privées ou soumises à une restriction d’âge à ce moment-là. Seules les vues restantes sont payées.',
  },
  repost: {
    en: 'The brand may repost your video for 30 days.',
    fr: 'La marque peut republier votre vidéo pendant 30 jours.',
  },
  adult: {
    en: 'Reelfair is for professionals aged 18 or over. Amounts exclude tax.',
    fr: 'Reelfair est réservé aux professionnels âgés de 18 ans ou plus. Les montants s’entendent hors taxes.',
  },
} as const satisfies Record<string, Readonly<Record<Locale, string>>>

export type CampaignTerm = keyof typeof campaignTerms
