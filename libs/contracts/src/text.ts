/** Does not import zod, so that screens can load the file on its own. */

/** Joiners that combine several emoji into one. */
const JOINED_EMOJI = /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu
/** Variation selectors that determine how an emoji or keycap looks. */
const EMOJI_LOOK = /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f](?!\ufe0f)|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu
/** Scripts such as Arabic and Devanagari need joiners inside words. */
const JOINER_SCRIPTS =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}'
const LETTER_JOINER = new RegExp(
  `(?<=(?=[\\p{L}\\p{M}])[${JOINER_SCRIPTS}])[\\u200c\\u200d](?=(?=[\\p{L}\\p{M}])[${JOINER_SCRIPTS}])`,
  'gu',
)

/** Control, private-use and invisible characters, direction changes, line breaks and lone surrogates. */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Whether all characters are visible and leave the surrounding text unchanged. Joiners and selectors are allowed only
 * where an emoji or script needs them.
 * @example isShownText('Br\u200band') // false
 */
export function isShownText(text: string): boolean {
  const bare = text.replaceAll(JOINED_EMOJI, '').replaceAll(EMOJI_LOOK, '').replaceAll(LETTER_JOINER, '')
  return VISIBLE.test(bare) && !UNSHOWN.test(bare)
}

/**
 * A country's name in the reader's language. Networks report a code or a name.
 * @example countryName('FR', 'en') // 'France'
 */
export const countryName = (country: string | undefined, locale: string): string | undefined =>
  country !== undefined && /^[A-Z]{2}$/.test(country) ? new Intl.DisplayNames(locale, { type: 'region' }).of(country) : country

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The number of grapheme clusters, which is how people count characters.
 * @example lengthOf('👩‍👩‍👧') // 1
 */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of segmenter.segment(text)) length += 1
  return length
}

/** UTF-8 bytes allowed per character: enough for every script, but too few for dozens of combining marks. */
export const BYTES_PER_CHARACTER = 32

/**
 * Checks the character limit and the byte limit derived from it.
 * @example isWithin('冷蔵庫', 3) // true
 */
export const isWithin = (text: string, max: number): boolean =>
  text.length <= max * BYTES_PER_CHARACTER && new TextEncoder().encode(text).length <= max * BYTES_PER_CHARACTER && lengthOf(text) <= max

/**
 * Whether a link shows its real target: it contains no backslash, credentials or invisible characters. The link
 * may still be invalid in other ways.
 * @example isSafeLink('https://brand.example@evil.example') // false
 */
export function isSafeLink(link: string): boolean {
  if (/[\\\s]/.test(link) || !isShownText(link)) return false
  if (!URL.canParse(link)) return true
  const { username, password } = new URL(link)
  return username === '' && password === ''
}

/**
 * The networks ignore case, so usernames are compared in this form.
 * @example usernameKey('Lea.Kitchen') // 'lea.kitchen'
 */
export const usernameKey = (username: string): string => username.normalize('NFC').toLowerCase()

/** Maximum length of a link in UTF-16 code units. */
export const LINK_MAX = 2_000

/**
 * The code of the fault that a form shows beside a link, or undefined if `WebLink` probably accepts it.
 * @example linkFaultOf('kefiro.example') // 'link_invalid'
 */
export function linkFaultOf(link: string): 'link_required' | 'link_unsafe' | 'link_invalid' | undefined {
  const text = link.trim()
  if (text === '') return 'link_required'
  if (!isSafeLink(text)) return 'link_unsafe'
  if (text.length > LINK_MAX || !URL.canParse(text)) return 'link_invalid'
  const { protocol, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && hostname.includes('.') ? undefined : 'link_invalid'
}

const ONE_SCRIPT = [
  /^[\p{scx=Latn}\p{N}-]*$/u,
  /^[\p{scx=Cyrl}\p{N}-]*$/u,
  /^[\p{scx=Grek}\p{N}-]*$/u,
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{N}-]*$/u,
  /^[\p{scx=Hani}\p{scx=Hang}\p{N}-]*$/u,
  /^[\p{scx=Arab}\p{N}-]*$/u,
  /^[\p{scx=Hebr}\p{N}-]*$/u,
  /^[\p{scx=Armn}\p{N}-]*$/u,
  /^[\p{scx=Geor}\p{N}-]*$/u,
  /^[\p{scx=Thai}\p{N}-]*$/u,
  /^[\p{scx=Deva}\p{N}-]*$/u,
]

/**
 * A link as screens show it. A host that mixes scripts in one label appears in punycode, so that a letter cannot
 * imitate a letter of another script.
 * @example shownLink('https://p\u0430ypal.example/') // 'https://xn--pypal-4ve.example/'
 */
export function shownLink(link: string): string {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/?#:]+)/i.exec(link) ?? []
  const isPlain = host.split('.').every((label) => ONE_SCRIPT.some((script) => script.test(label)))
  if (isPlain || !URL.canParse(link)) return link
  return scheme + new URL(link).hostname + link.slice(scheme.length + host.length)
}
