/**
 * Why views do not count, and why an account may not join: each code with what people read, and what mends it. Creator, brand and admin read the same words.
 * Without zod, so that a screen can load it alone (`@reelfair/contracts/reasons`).
 */
import type { Locale, Network } from './words.ts'

type Sentence = Readonly<Record<Locale, string>>

/** What a creator can do about a fault. The next reading after it counts again; what was excluded stays excluded. */
export const mendTable = {
  add_code: {
    en: 'Put the code into the video’s description, before any other campaign’s code.',
    fr: 'Ajoutez le code dans la description de la vidéo, avant celui de toute autre campagne.',
  },
  add_mention: {
    en: 'Write “Commercial collaboration” in the description.',
    fr: 'Écrivez « Collaboration commerciale » dans la description.',
  },
  show_logo: {
    en: 'Publish a video that shows the campaign’s logo.',
    fr: 'Publiez une vidéo qui montre le logo de la campagne.',
  },
  enlarge_logo: {
    en: 'Publish a video in which the logo takes at least 6% of the picture.',
    fr: 'Publiez une vidéo où le logo occupe au moins 6 % de l’image.',
  },
  raise_logo: {
    en: 'Publish a video in which the logo stands in the upper half.',
    fr: 'Publiez une vidéo où le logo se trouve dans la moitié supérieure.',
  },
  add_link: { en: 'Put the campaign’s link into your bio.', fr: 'Mettez le lien de la campagne dans votre bio.' },
  make_public: { en: 'Make the account and the video public.', fr: 'Rendez le compte et la vidéo publics.' },
  lift_age_restriction: { en: 'Lift the age restriction.', fr: 'Levez la limite d’âge.' },
  publish_again: { en: 'Publish a new video with the code.', fr: 'Publiez une nouvelle vidéo avec le code.' },
  publish_short: {
    en: 'Publish an upright video of 3 minutes at most.',
    fr: 'Publiez une vidéo verticale de 3 minutes au plus.',
  },
  publish_after_sign_up: {
    en: 'Publish a video after signing up.',
    fr: 'Publiez une vidéo après l’inscription.',
  },
  contact_support: {
    en: 'If you see it differently, please contact support.',
    fr: 'Si vous n’êtes pas d’accord, contactez l’assistance.',
  },
} as const satisfies Record<string, Sentence>

/** @example mendTable[exclusionTable.code_missing.mend].en // 'Put the code into the video’s description, before any other campaign’s code.' */
export type Mend = keyof typeof mendTable

/**
 * Networks that let us read their own label for paid content, with the creator's consent; on the others only the words count as the mention.
 * @source decisions §5, facts/integration §4.1
 */
export const labelNetworks: readonly Network[] = ['youtube']

/** What each network calls its own label for paid content. */
export const labelNames: Readonly<Record<Network, Sentence>> = {
  instagram: { en: 'Paid partnership', fr: 'Partenariat rémunéré' },
  tiktok: { en: 'Paid partnership', fr: 'Partenariat rémunéré' },
  youtube: { en: 'Includes paid promotion', fr: 'Inclut une communication commerciale' },
}

/** Whether the video or account that is there can be fixed; every other fault needs a new video. @example isFixedInPlace('add_code') // true */
export const isFixedInPlace = (mend: Mend): boolean =>
  ['add_code', 'add_mention', 'add_link', 'make_public', 'lift_age_restriction'].includes(mend)

/** Why views are excluded, in the order in which the first that holds is the stated one. @source decisions §5 */
export const exclusionTable = {
  code_missing: {
    en: 'This campaign’s code is missing in the description, or another campaign’s code stands before it.',
    fr: 'Le code de cette campagne manque dans la description, ou celui d’une autre campagne le précède.',
    mend: 'add_code',
  },
  mention_missing: {
    en: 'The mention “Commercial collaboration” is missing.',
    fr: 'La mention « Collaboration commerciale » manque.',
    mend: 'add_mention',
  },
  logo_absent: { en: 'The logo is not to be seen.', fr: 'Le logo n’est pas visible.', mend: 'show_logo' },
  logo_too_small: {
    en: 'The logo is too small: less than 6% of the picture.',
    fr: 'Le logo est trop petit : moins de 6 % de l’image.',
    mend: 'enlarge_logo',
  },
  logo_not_in_upper_half: {
    en: 'The logo is not in the upper half.',
    fr: 'Le logo n’est pas dans la moitié supérieure.',
    mend: 'raise_logo',
  },
  link_not_in_bio: { en: 'The campaign’s link is not in the bio.', fr: 'Le lien de la campagne n’est pas dans la bio.', mend: 'add_link' },
  account_private: { en: 'The account or the video is private.', fr: 'Le compte ou la vidéo est privé.', mend: 'make_public' },
  account_age_restricted: {
    en: 'The account or the video is restricted by age.',
    fr: 'Le compte ou la vidéo est soumis à une limite d’âge.',
    mend: 'lift_age_restriction',
  },
  video_deleted: { en: 'The video or its account no longer exists.', fr: 'La vidéo ou son compte n’existe plus.', mend: 'publish_again' },
  not_short_vertical: {
    en: 'It is not a short upright video.',
    fr: 'Ce n’est pas une courte vidéo verticale.',
    mend: 'publish_short',
  },
  published_before_sign_up: {
    en: 'It was published before the sign-up.',
    fr: 'Elle a été publiée avant l’inscription.',
    mend: 'publish_after_sign_up',
  },
  not_human: {
    en: 'These views do not look as if people had made them.',
    fr: 'Ces vues ne semblent pas provenir de personnes réelles.',
    mend: 'contact_support',
  },
  removed_by_network: {
    en: 'The network had removed these views by the final reading.',
    fr: 'Le réseau avait retiré ces vues lors du dernier relevé.',
    mend: 'contact_support',
  },
} as const satisfies Record<string, Sentence & { readonly mend: Mend }>

type Exclusion = keyof typeof exclusionTable

/**
 * A video that has one of these faults at the final reading loses all its counted views; the first that it has is the stated reason.
 * @source decisions §5
 */
export const losingReasons = ['video_deleted', 'account_private', 'account_age_restricted'] as const satisfies readonly Exclusion[]
type LosingReason = (typeof losingReasons)[number]

/** How such a video comes back in time. */
export const restoreTable = {
  video_deleted: {
    en: 'Restore the video or the account, if the network lets you.',
    fr: 'Restaurez la vidéo ou le compte, si le réseau le permet.',
  },
  account_private: mendTable.make_public,
  account_age_restricted: mendTable.lift_age_restriction,
} as const satisfies Record<LosingReason, Sentence>

/** @example losesAllViews('account_private') // true */
export const losesAllViews = (reason: Exclusion): reason is LosingReason => losingReasons.some((one) => one === reason)

/** All reasons of exclusion in their fixed order. @example exclusionReasons[0] // 'code_missing' */
export const exclusionReasons = Object.keys(exclusionTable) as [Exclusion, ...Exclusion[]]

/** Why an account cannot join a campaign, in the order in which they are read; `{limit}` and `{minimum}` are figures. @source specification §5, decisions §3 */
export const ineligibilityTable = {
  campaign_not_active: { en: 'This campaign is not running.', fr: 'Cette campagne n’est pas en cours.' },
  campaign_ended: { en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' },
  campaign_closed: {
    en: 'All views of this campaign are given out.',
    fr: 'Toutes les vues de cette campagne sont attribuées.',
  },
  network_not_public: {
    en: 'Public campaigns are not open on this network yet.',
    fr: 'Les campagnes publiques ne sont pas encore ouvertes sur ce réseau.',
  },
  already_signed_up: { en: 'Already signed up to this campaign', fr: 'Déjà inscrit à cette campagne' },
  signup_limit_reached: {
    en: 'Limit reached: {limit} active campaigns at most',
    fr: 'Limite atteinte: {limit} campagnes actives maximum',
  },
  network_differs: { en: 'This account is on another network.', fr: 'Ce compte est sur un autre réseau.' },
  account_not_verified: { en: 'This account is not verified.', fr: 'Ce compte n’est pas vérifié.' },
  language_analysing: {
    en: 'The language of your audience is still being analysed.',
    fr: 'La langue de votre audience est en cours d’analyse.',
  },
  language_needs_posts: {
    en: 'There is not enough content yet to tell the language of your audience.',
    fr: 'Il n’y a pas encore assez de contenu pour déterminer la langue de votre audience.',
  },
  language_unknown: {
    en: 'The language of your audience is not known yet. Refresh the account’s statistics.',
    fr: 'La langue de votre audience n’est pas encore connue. Actualisez les statistiques du compte.',
  },
  language_differs: {
    en: 'Your audience speaks another language than this campaign asks for.',
    fr: 'Votre audience parle une autre langue que celle demandée.',
  },
  category_unknown: {
    en: 'The category of your content is not known yet. Refresh the account’s statistics.',
    fr: 'La catégorie de vos contenus n’est pas encore connue. Actualisez les statistiques du compte.',
  },
  category_differs: {
    en: 'Your content is of another category than this campaign asks for.',
    fr: 'Vos contenus sont d’une autre catégorie que celle demandée.',
  },
  average_views_unknown: {
    en: 'Your average views are not known yet. Refresh the account’s statistics.',
    fr: 'Vos vues moyennes ne sont pas encore connues. Actualisez les statistiques du compte.',
  },
  average_views_too_low: {
    en: 'Average views too low (minimum {minimum})',
    fr: 'Vues moyennes trop basses (minimum {minimum})',
  },
} as const satisfies Record<string, Sentence>

type Ineligibility = keyof typeof ineligibilityTable

/** All reasons of ineligibility in their fixed order. */
export const ineligibilityReasons = Object.keys(ineligibilityTable) as [Ineligibility, ...Ineligibility[]]
