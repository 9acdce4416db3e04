/** Placeholders for a deleted user's data. Does not import zod, so that screens can load this file on its own. */
import type { Locale } from './words.ts'

const STORED_NAME = /"deleted-[0-9a-f]{8}"/g

const SHOWN_NAME: Readonly<Record<Locale, string>> = { en: 'Deleted account', fr: 'Compte supprimé' }

/**
 * Replaces a deleted user's names in the databases.
 * @example deletedName('0193b0a0-0000-7000-8000-00001234abcd') // 'deleted-1234abcd'
 */
export const deletedName = (userId: string): string => `deleted-${userId.slice(-8)}`

/** Users may not choose such a name, because it would be shown as a deleted account. */
export const isDeletedName = (name: string): boolean => /^deleted-[0-9a-f]{8}$/.test(name)

/**
 * Replaces the stored names of deleted users in JSON with the words that people read.
 * @example withShownNames('{"username":"deleted-1234abcd"}', 'en') // '{"username":"Deleted account"}'
 */
export const withShownNames = (json: string, locale: Locale): string =>
  json.includes('"deleted-') ? json.replaceAll(STORED_NAME, JSON.stringify(SHOWN_NAME[locale])) : json

/** A username with its at sign, unless a service returned the words for a deleted user, which contain a space. */
export const handleOf = (username: string): string => (username.includes(' ') ? username : `@${username}`)

/** Replaces a deleted user's links. The top-level domain `invalid` never resolves. @source RFC 2606 */
export const DELETED_LINK = 'https://deleted.invalid/'
