/** The setting support_email before its first change. Screens can load this file without the schemas. */
export const DEFAULT_SUPPORT_EMAIL = 'support@reelfair.example'

/** The public Instagram account on the contact page. */
export const SUPPORT_INSTAGRAM = 'reelfair'

/** @source specification §2 */
export const CONTACT_TOPICS = ['brand', 'creator', 'general'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

/** Maximum length of a message from the contact page, in characters. */
export const CONTACT_MESSAGE_LENGTH = 4_000
