/** What a judgement looks for in words that people wrote: a sign-up's code, the mention of advertising, a link. Pure, but that the text seen last is kept as it was made plain. */

/** Without accents, capitals and invisible characters; compatible forms (full-width, mathematical letters) are the letters they show. */
const makePlain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[’ʼ]/g, "'")
    .toLowerCase()

let last = { text: '', plain: '' }

/** A video is judged by its caption several times in a row. */
function plain(text: string): string {
  if (text !== last.text) last = { text, plain: makePlain(text) }
  return last.plain
}

const NO_WORD_BEFORE = '(?<![\\p{L}\\p{N}])'
const NO_WORD_AFTER = '(?![\\p{L}\\p{N}])'

const code = new RegExp(`${NO_WORD_BEFORE}rf[\\s\\p{Pd}_]*([a-hj-np-z2-9]{5})${NO_WORD_AFTER}`, 'gu')

/** Of one caption: what stands behind so many different ones is not looked at. No caption that is made to be read comes near it. */
export const MOST_CODES = 40

/**
 * What reads as codes in a caption, each once: in capitals or not, with any dash, blank or nothing behind `RF`. The five characters stand together and alone, so
 * no code can be taken for another. Words of a language may read so too ("RF lands"): whether one is a code, the sign-ups tell.
 */
export function codesIn(caption: string): string[] {
  const found = new Set<string>()
  for (const [, characters = ''] of plain(caption).matchAll(code)) {
    found.add(`RF-${characters.toUpperCase()}`)
    if (found.size === MOST_CODES) break
  }
  return [...found]
}

/**
 * Whether a video counts for this code: of the codes of sign-ups it stands first in the caption, so that no view is paid for twice.
 * @param code `RF-` and five characters
 * @param taken codes that sign-ups have, with all of `codesToLookUp`; what is not among them is but a word
 */
export const hasCode = (caption: string, code: string, taken: ReadonlySet<string>): boolean =>
  codesIn(caption).find((one) => one === code || taken.has(one)) === code

/**
 * What has to be known of captions before it can be said whether they count for one of these codes: what reads as a code and stands before all of them.
 * Mostly nothing.
 * @param codes of the account's sign-ups
 */
export function codesToLookUp(captions: readonly string[], codes: ReadonlySet<string>): Set<string> {
  const before = captions.flatMap((caption) => {
    const found = codesIn(caption)
    return found.slice(
      0,
      Math.max(
        0,
        found.findIndex((one) => codes.has(one)),
      ),
    )
  })
  return new Set(before)
}

/**
 * What others than its creator read of a caption: no code of any sign-up, and all that is but a word. What was not looked up goes too: more than so many
 * codes, or two halves that stand together once a code between them is gone.
 * @param taken codes that sign-ups have, with all of `codesIn(caption)`
 */
export function withoutCodes(caption: string, taken: ReadonlySet<string>): string {
  return withOnly(caption, new Set(codesIn(caption).filter((one) => !taken.has(one))))
}

/** By what people know a video: its caption without codes and without the mention, in one line; nothing when it says nothing else. */
export const titleOf = (caption: string, taken: ReadonlySet<string>): string =>
  withoutCodes(caption, taken)
    .replaceAll(/commercial collaboration|collaboration commerciale/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Of what reads as a code, only these words stay. */
function withOnly(caption: string, words: ReadonlySet<string>): string {
  // Where each character of the plain text stands in the caption; characters that are not seen stand nowhere.
  const from: number[] = []
  let text = ''
  let at = 0
  for (const sign of caption) {
    const shown = makePlain(sign)
    for (const _ of Array(shown.length).keys()) from.push(at)
    text += shown
    at += sign.length
  }
  from.push(caption.length)
  let left = ''
  let end = 0
  for (const { index, 0: found, 1: characters = '' } of text.matchAll(code)) {
    if (words.has(`RF-${characters.toUpperCase()}`)) continue
    left += caption.slice(end, from[index])
    // Also what is not seen behind its last character.
    end = from[index + found.length] ?? caption.length
  }
  if (end === 0) return caption
  return withOnly((left + caption.slice(end)).replaceAll(/[ \t]{2,}/g, ' ').trim(), words)
}

/**
 * Words that say that a video is advertising, without accents; `_` is a blank, a dash or, as in a hashtag, nothing.
 * @source facts/integration.md §4.4: "publicité" or "collaboration commerciale" or an equivalent, in French or English
 */
const MENTIONS = [
  'commercial_collaborations?',
  'commercial_partnership',
  'paid_(?:partnership|collaboration|promotion)',
  'collaborations?_commerciales?',
  'collaborations?_remunerees?',
  'partenariats?_(?:commercia(?:l|ux)|remuneres?)',
  'sponsored',
  'sponsorisee?s?',
  'publicite',
  'advertisement',
  'advert',
  // "ad" is also Latin, and a way to count years.
  '(?<!\\d\\s?)ad(?!\\s+(?:absurdum|astra|hoc|hominem|infinitum|interim|lib|libitum|nauseam|vitam)(?![\\p{L}\\p{N}]))',
]
/** "Not an ad", "ceci n'est pas une publicité": such words before a mention take it back. */
const DENIAL =
  "(?<!(?:^|[^\\p{L}\\p{N}])(?:not|no|non|never|pas|sans|without|isn't|aint|ain't)[\\s-]+(?:(?:an?|any|une?|de|d'|the|la|l')[\\s]*)?)"
const mention = new RegExp(`${NO_WORD_BEFORE}${DENIAL}(?:${MENTIONS.join('|').replaceAll('_', '[\\s\\p{Pd}_]*')})${NO_WORD_AFTER}`, 'u')

/** Whether a caption says, in French or English, that the video is advertising. */
export const hasMention = (caption: string): boolean => mention.test(plain(caption))

interface Place {
  readonly where: string
  readonly query: URLSearchParams
}

/** Where a link leads: without scheme, `www.`, a slash at its end and a fragment, for none of them changes the page. */
function placeOf(link: string): Place | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return { where: `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}`, query: url.searchParams }
}

/**
 * Whether a bio leads to `link`: in its own list of links or in its text. The link's parameters have to be there; others, as networks add them, may.
 * @throws RangeError when `link` is none
 */
export function hasLink({ bio, bioLinks }: { readonly bio: string; readonly bioLinks: readonly string[] }, link: string): boolean {
  const wanted = placeOf(link)
  if (!wanted) throw new RangeError(`"${link}" is no link`)
  const inText = bio.split(/[\s<>"'()[\]{}|]+/).map((word) => word.replace(/[.,;:!?…]+$/, ''))
  return [...bioLinks, ...inText.filter((word) => word.includes('.'))].some((candidate) => {
    const found = placeOf(candidate.trim())
    return found?.where === wanted.where && [...wanted.query].every(([name, value]) => found.query.getAll(name).includes(value))
  })
}
