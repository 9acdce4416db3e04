/**
 * Removes accents and invisible characters, converts text to lower case, and converts full-width and mathematical
 * letters to plain letters.
 */
const makePlain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[’ʼ]/g, "'")
    .toLowerCase()

let last = { text: '', plain: '' }

/** Caches the last text, because one caption is judged several times in a row. */
function plain(text: string): string {
  if (text !== last.text) last = { text, plain: makePlain(text) }
  return last.plain
}

const NO_WORD_BEFORE = '(?<![\\p{L}\\p{N}])'
const NO_WORD_AFTER = '(?![\\p{L}\\p{N}])'

const code = new RegExp(`${NO_WORD_BEFORE}rf[\\s\\p{Pd}_]*([a-hj-np-z2-9]{5})${NO_WORD_AFTER}`, 'gu')

/** Maximum number of different codes read per caption. Captions written for people stay far below this limit. */
export const MAX_CODES = 40

/**
 * In a code, `RF` may be followed by any dash, a space or nothing, and case does not matter. The five characters must
 * be contiguous, and the code must stand alone, so that no code is mistaken for another. Ordinary words may look like
 * codes ("RF lands"); only the list of sign-ups shows which ones are real.
 * @returns codes without duplicates
 */
export function codesIn(caption: string): string[] {
  const found = new Set<string>()
  for (const [, characters = ''] of plain(caption).matchAll(code)) {
    found.add(`RF-${characters.toUpperCase()}`)
    if (found.size === MAX_CODES) break
  }
  return [...found]
}

/**
 * The code must come before all other sign-ups' codes in the caption, so that no view is paid for twice.
 * @param code `RF-` and five characters
 * @param taken codes of existing sign-ups, including those from `codesToLookUp`; all others are ordinary words
 */
export const hasCode = (caption: string, code: string, taken: ReadonlySet<string>): boolean =>
  codesIn(caption).find((one) => one === code || taken.has(one)) === code

/**
 * Returns the codes that precede all codes of the account in a caption; usually none. They must be looked up before
 * `hasCode` can judge the captions.
 * @param codes codes of the account's sign-ups
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
 * For users other than the creator: removes sign-ups' codes, but keeps ordinary words that look like codes. Also
 * removes codes that were not looked up: those beyond `MAX_CODES`, and halves that become adjacent when a code between
 * them is removed.
 * @param taken codes of existing sign-ups, including those from `codesIn(caption)`
 */
export function withoutCodes(caption: string, taken: ReadonlySet<string>): string {
  return withOnly(caption, new Set(codesIn(caption).filter((one) => !taken.has(one))))
}

export const titleOf = (caption: string, taken: ReadonlySet<string>): string =>
  withoutCodes(caption, taken)
    .replaceAll(/commercial collaboration|collaboration commerciale/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

function withOnly(caption: string, words: ReadonlySet<string>): string {
  // Position of each plain character in the caption; invisible characters have no position.
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
    end = from[index + found.length] ?? caption.length
  }
  if (end === 0) return caption
  return withOnly((left + caption.slice(end)).replaceAll(/[ \t]{2,}/g, ' ').trim(), words)
}

/**
 * Phrases that declare a video to be advertising, written without accents. `_` matches a space, a dash or, as in a
 * hashtag, nothing.
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
  // "ad" is also a Latin word, and "AD" follows years.
  '(?<!\\d\\s?)ad(?!\\s+(?:absurdum|astra|hoc|hominem|infinitum|interim|lib|libitum|nauseam|vitam)(?![\\p{L}\\p{N}]))',
]
/** Negations before a commercial mention, as in "not an ad" or "ceci n'est pas une publicité". */
const DENIAL =
  "(?<!(?:^|[^\\p{L}\\p{N}])(?:not|no|non|never|pas|sans|without|isn't|aint|ain't)[\\s-]+(?:(?:an?|any|une?|de|d'|the|la|l')[\\s]*)?)"
const mention = new RegExp(`${NO_WORD_BEFORE}${DENIAL}(?:${MENTIONS.join('|').replaceAll('_', '[\\s\\p{Pd}_]*')})${NO_WORD_AFTER}`, 'u')

export const hasMention = (caption: string): boolean => mention.test(plain(caption))

interface Place {
  readonly where: string
  readonly query: URLSearchParams
}

/** Removes the scheme, `www.`, a trailing slash and the fragment, because none of them changes the page. */
function placeOf(link: string): Place | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return { where: `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}`, query: url.searchParams }
}

/**
 * Checks the bio's text and its list of links. All of the link's parameters must match; networks may add others.
 * @throws RangeError if `link` is invalid
 */
export function hasLink({ bio, bioLinks }: { readonly bio: string; readonly bioLinks: readonly string[] }, link: string): boolean {
  const wanted = placeOf(link)
  if (!wanted) throw new RangeError(`"${link}" is not a link`)
  const inText = bio.split(/[\s<>"'()[\]{}|]+/).map((word) => word.replace(/[.,;:!?…]+$/, ''))
  return [...bioLinks, ...inText.filter((word) => word.includes('.'))].some((candidate) => {
    const found = placeOf(candidate.trim())
    return found?.where === wanted.where && [...wanted.query].every(([name, value]) => found.query.getAll(name).includes(value))
  })
}
