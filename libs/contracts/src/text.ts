/** What people write and others read: which characters a text may hold, how long it is, how a link is shown. Without zod, so that screens can load it alone. */

/** Emoji joined into one picture. */
const JOINED_EMOJI = /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu
/** The selector of an emoji's or a keycap's look. */
const EMOJI_LOOK = /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f](?!\ufe0f)|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu
/** Persian, Hindi and their like are misspelt without joiners inside a word. */
const JOINER_SCRIPTS =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}'
const LETTER_JOINER = new RegExp(
  `(?<=(?=[\\p{L}\\p{M}])[${JOINER_SCRIPTS}])[\\u200c\\u200d](?=(?=[\\p{L}\\p{M}])[${JOINER_SCRIPTS}])`,
  'gu',
)

/** Control, private and invisible characters, what turns the direction of the text around it, line ends, and halves of characters. */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Whether every character of a text can be seen and leaves the text around it as it is. Joiners and selectors count only where an emoji or a script needs them.
 * @example isShownText('Br\u200band') // false
 */
export function isShownText(text: string): boolean {
  const bare = text.replaceAll(JOINED_EMOJI, '').replaceAll(EMOJI_LOOK, '').replaceAll(LETTER_JOINER, '')
  return VISIBLE.test(bare) && !UNSHOWN.test(bare)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The length of a text as people count it: in grapheme clusters.
 * @example lengthOf('👩‍👩‍👧') // 1
 */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of segmenter.segment(text)) length += 1
  return length
}

/** Bytes of UTF-8 for each character of a text's limit: enough for every script, too little for characters with dozens of marks. */
export const BYTES_PER_CHARACTER = 32

/** Whether a text keeps a limit of characters and the limit of bytes behind it. @example isWithin('冷蔵庫', 3) // true */
export const isWithin = (text: string, max: number): boolean =>
  text.length <= max * BYTES_PER_CHARACTER && new TextEncoder().encode(text).length <= max * BYTES_PER_CHARACTER && lengthOf(text) <= max

/**
 * Whether nothing in a link hides where it leads: no backslash, no name or password before its host, no character that can't be seen. Judges no more than that.
 * @example isSafeLink('https://brand.example@evil.example') // false
 */
export function isSafeLink(link: string): boolean {
  if (/[\\\s]/.test(link) || !isShownText(link)) return false
  if (!URL.canParse(link)) return true
  const { username, password } = new URL(link)
  return username === '' && password === ''
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
 * A link as people read it. A host with a label of mixed scripts is written in punycode, so that no letter passes for a look-alike of another script.
 * @example shownLink('https://p\u0430ypal.example/') // 'https://xn--pypal-4ve.example/'
 */
export function shownLink(link: string): string {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/?#:]+)/i.exec(link) ?? []
  const isPlain = host.split('.').every((label) => ONE_SCRIPT.some((script) => script.test(label)))
  if (isPlain || !URL.canParse(link)) return link
  return scheme + new URL(link).hostname + link.slice(scheme.length + host.length)
}
