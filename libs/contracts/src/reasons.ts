/**
 * Creators, brands and admins see the same wording. Does not import zod, so that screens can load this file on its own.
 */
import type { Locale, Network } from './words.ts'

type Sentence = Readonly<Record<Locale, string>>

/** How creators fix faults. Views count again from the next reading; views already excluded stay excluded. */
export const fixTable = {
  add_code: {
    en: 'Add the code to the video’s description, before any other code.',
    fr: 'Ajoutez le code dans la description de la vidéo, avant tout autre code.',
  },
  add_mention: {
    en: 'Add “Commercial collaboration” to the description.',
    fr: 'Ajoutez la mention « Collaboration commerciale » dans la description.',
  },
  show_logo: {
    en: 'Publish a video that shows the logo.',
    fr: 'Publiez une vidéo dans laquelle le logo est visible.',
  },
  enlarge_logo: {
    en: 'Publish a video where the logo covers at least 6% of the picture.',
    fr: 'Publiez une vidéo dans laquelle le logo occupe au moins 6 % de l’image.',
  },
  raise_logo: {
    en: 'Publish a video with the logo in the upper half of the picture.',
    fr: 'Publiez une vidéo dans laquelle le logo se trouve dans la moitié supérieure de l’image.',
  },
  add_link: { en: 'Put the link in your bio.', fr: 'Ajoutez le lien à votre bio.' },
  make_public: { en: 'Make the account and the video public.', fr: 'Rendez le compte et la vidéo publics.' },
  lift_age_restriction: { en: 'Remove the age restriction.', fr: 'Désactivez la restriction d’âge.' },
  connect_account: { en: 'Connect the account again on your profile.', fr: 'Reconnectez le compte depuis votre profil.' },
  publish_again: { en: 'Publish a new video with the code.', fr: 'Publiez une nouvelle vidéo avec le code.' },
  publish_short: {
    en: 'Publish a vertical video of up to 3 minutes.',
    fr: 'Publiez une vidéo verticale de 3 minutes au maximum.',
  },
  publish_after_sign_up: {
    en: 'Publish a video after signing up for the campaign or after the partnership has started.',
    fr: 'Publiez une vidéo après votre inscription à la campagne ou après le début du partenariat.',
  },
  contact_support: {
    en: 'If you disagree, please contact support.',
    fr: 'Si vous n’êtes pas d’accord, contactez l’assistance.',
  },
} as const satisfies Record<string, Sentence>

export type Fix = keyof typeof fixTable

/**
 * Networks whose paid-content label we can read with the creator's consent. On other networks, the creator must add
 * the disclosure as text.
 * @source decisions §5, facts/integration §4.1
 */
export const labelNetworks: readonly Network[] = ['youtube']

export const labelNames: Readonly<Record<Network, Sentence>> = {
  instagram: { en: 'Paid partnership', fr: 'Partenariat rémunéré' },
  tiktok: { en: 'Paid partnership', fr: 'Partenariat rémunéré' },
  youtube: { en: 'Includes paid promotion', fr: 'Inclut une communication commerciale' },
}

/** Whether the creator can fix the existing video or account. @example isFixedInPlace('add_code') // true */
export const isFixedInPlace = (fix: Fix): boolean =>
  ['add_code', 'add_mention', 'add_link', 'make_public', 'lift_age_restriction', 'connect_account'].includes(fix)

/** Why views are excluded. Screens show the first reason that applies. @source decisions §5 */
export const exclusionTable = {
  code_missing: {
    en: 'The code is missing from the description, or another code comes first.',
    fr: 'Le code ne figure pas dans la description, ou un autre code le précède.',
    fix: 'add_code',
  },
  mention_missing: {
    en: 'The disclosure “Commercial collaboration” is missing.',
    fr: 'La mention « Collaboration commerciale » est absente.',
    fix: 'add_mention',
  },
  logo_absent: { en: 'Logo not visible.', fr: 'Le logo n’est pas visible.', fix: 'show_logo' },
  logo_too_small: {
    en: 'Logo too small: less than 6% of the picture.',
    fr: 'Le logo est trop petit : moins de 6 % de l’image.',
    fix: 'enlarge_logo',
  },
  logo_not_in_upper_half: {
    en: 'Logo not in the upper half of the picture.',
    fr: 'Le logo n’est pas dans la moitié supérieure de l’image.',
    fix: 'raise_logo',
  },
  link_not_in_bio: { en: 'Link not in the bio.', fr: 'Le lien n’est pas dans la bio.', fix: 'add_link' },
  account_private: { en: 'The account or the video is private.', fr: 'Le compte ou la vidéo est en privé.', fix: 'make_public' },
  account_age_restricted: {
    en: 'The account or the video is age-restricted.',
    fr: 'Une restriction d’âge s’applique au compte ou à la vidéo.',
    fix: 'lift_age_restriction',
  },
  account_disconnected: {
    en: 'The account is no longer connected to Reelfair.',
    fr: 'Le compte n’est plus connecté à Reelfair.',
    fix: 'connect_account',
  },
  video_deleted: { en: 'The video or its account no longer exists.', fr: 'La vidéo ou son compte n’existe plus.', fix: 'publish_again' },
  not_short_vertical: {
    en: 'This isn’t a short vertical video.',
    fr: 'Ce n’est pas une vidéo courte au format vertical.',
    fix: 'publish_short',
  },
  published_before_sign_up: {
    en: 'The video was published before the sign-up, or before the partnership started.',
    fr: 'La vidéo a été publiée avant l’inscription ou avant le début du partenariat.',
    fix: 'publish_after_sign_up',
  },
  not_human: {
    en: 'These views don’t seem to come from real people.',
    fr: 'Ces vues ne semblent pas provenir de personnes réelles.',
    fix: 'contact_support',
  },
  removed_by_network: {
    en: 'The network removed these views before the final reading.',
    fr: 'Le réseau a retiré ces vues avant le dernier relevé.',
    fix: 'contact_support',
  },
} as const satisfies Record<string, Sentence & { readonly fix: Fix }>

type Exclusion = keyof typeof exclusionTable

/** Returns the text without its full stop. @example exclusionLabel('logo_absent', 'en') // 'Logo not visible' */
export const exclusionLabel = (reason: Exclusion, locale: Locale) => exclusionTable[reason][locale].replace(/\.$/, '')

/**
 * A video with one of these faults at the final reading loses all its counted views. Screens show the first fault that
 * applies. A disconnected account comes first, because nothing else can be seen until it is connected again.
 * @source decisions §5, ADR 16
 */
export const losingReasons = [
  'account_disconnected',
  'video_deleted',
  'account_private',
  'account_age_restricted',
] as const satisfies readonly Exclusion[]
type LosingReason = (typeof losingReasons)[number]

/** How to fix these faults before the final reading. */
export const restoreTable = {
  video_deleted: {
    en: 'Restore the video or the account, if the network lets you.',
    fr: 'Restaurez la vidéo ou le compte, si le réseau le permet.',
  },
  account_disconnected: fixTable.connect_account,
  account_private: fixTable.make_public,
  account_age_restricted: fixTable.lift_age_restriction,
} as const satisfies Record<LosingReason, Sentence>

/** @example losesAllViews('account_private') // true */
export const losesAllViews = (reason: Exclusion): reason is LosingReason => losingReasons.some((one) => one === reason)

export const exclusionReasons = Object.keys(exclusionTable) as [Exclusion, ...Exclusion[]]

/**
 * Reasons in display order. `{limit}` and `{minimum}` are figures.
 * @source specification §5, decisions §3
 */
export const ineligibilityTable = {
  campaign_not_active: { en: 'This campaign isn’t active.', fr: 'Cette campagne n’est pas en cours.' },
  campaign_ended: { en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' },
  campaign_closed: {
    en: 'All views of this campaign have been allocated.',
    fr: 'Toutes les vues de cette campagne ont été attribuées.',
  },
  network_not_public: {
    en: 'Public campaigns aren’t open on this network yet.',
    fr: 'Les campagnes publiques ne sont pas encore ouvertes sur ce réseau.',
  },
  already_signed_up: { en: 'You’ve already signed up for this campaign.', fr: 'Déjà inscrit à cette campagne' },
  signup_limit_reached: {
    en: 'You’ve reached the limit of {limit} active campaigns.',
    fr: 'Limite atteinte: {limit} campagnes actives maximum',
  },
  network_differs: { en: 'This account is on a different network.', fr: 'Ce compte est sur un autre réseau.' },
  account_not_verified: { en: 'This account isn’t verified.', fr: 'Ce compte n’est pas vérifié.' },
  language_analysing: {
    en: 'Your audience’s language is still being analysed.',
    fr: 'La langue de votre audience est en cours d’analyse.',
  },
  language_needs_posts: {
    en: 'There isn’t enough content yet to determine your audience’s language.',
    fr: 'Vos contenus ne suffisent pas encore à déterminer la langue de votre audience.',
  },
  language_unknown: {
    en: 'Your audience’s language isn’t known yet. Refresh the account’s statistics.',
    fr: 'La langue de votre audience n’est pas encore connue. Actualisez les statistiques du compte.',
  },
  language_differs: {
    en: 'Your audience’s language isn’t the one this campaign asks for.',
    fr: 'La langue de votre audience ne correspond pas à celle demandée par la campagne.',
  },
  category_unknown: {
    en: 'Your content category isn’t known yet. Refresh the account’s statistics.',
    fr: 'La catégorie de vos contenus n’est pas encore connue. Actualisez les statistiques du compte.',
  },
  category_differs: {
    en: 'Your content isn’t in the category this campaign asks for.',
    fr: 'La catégorie de vos contenus ne correspond pas à celle demandée par la campagne.',
  },
  average_views_unknown: {
    en: 'Your average views aren’t known yet. Refresh the account’s statistics.',
    fr: 'Votre nombre moyen de vues n’est pas encore connu. Actualisez les statistiques du compte.',
  },
  average_views_too_low: {
    en: 'Average views too low (minimum {minimum})',
    fr: 'Nombre moyen de vues trop faible (minimum {minimum})',
  },
} as const satisfies Record<string, Sentence>

type Ineligibility = keyof typeof ineligibilityTable

export const ineligibilityReasons = Object.keys(ineligibilityTable) as [Ineligibility, ...Ineligibility[]]
