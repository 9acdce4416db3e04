/** Digits, symbols and letters of other scripts that look like Latin letters after case folding. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ@',
    b: 'ЬЪвβ6',
    c: 'сϲ¢',
    d: 'ԁ',
    e: 'еєεҽ3€',
    f: 'ғ',
    g: 'ɡ9',
    h: 'һнη',
    j: 'јϳ',
    k: 'кκ',
    l: 'i1|!ıіιӏ',
    m: 'мϻ',
    n: 'ոпи',
    o: '0оοσօө',
    p: 'рρ',
    q: 'ԛ',
    r: 'гř',
    s: 'ѕ5$',
    t: 'тτ7',
    u: 'υսц',
    v: 'νѵ',
    w: 'ѡωԝш',
    x: 'хχ',
    y: 'уγү',
    z: 'ʐ2',
  }).flatMap(([latin, others]) => [...others.toLowerCase()].map((other) => [other, latin])),
)

/**
 * Names with the same skeleton look alike. The skeleton ignores case, accents, spaces, symbols and invisible
 * characters, and replaces look-alikes with Latin letters. Do not display it.
 * @example skeletonOf('\u0410lpine Oats') === skeletonOf('AIpine-Oats') // true
 */
export function skeletonOf(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase().normalize('NFKD')
  const letters = [...folded].map((character) => LOOK_ALIKES[character] ?? character).join('')
  const bare = letters.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A name that contains only symbols keeps them, because there is nothing else to compare.
  return (bare || letters).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

interface NamedBrand {
  readonly id: string
  readonly brandName: string
  readonly skeleton: string
  readonly registeredAt?: Date | undefined
  readonly logoId?: string | undefined
}

/** Creators see the registration date if an older brand has a similar name. */
export interface ShownBrand {
  readonly brandName: string
  readonly brandSince?: Date
  readonly brandLogoId?: string
}

const sinceOf = ({ registeredAt }: NamedBrand) => registeredAt?.getTime() ?? 0

/**
 * Returns the display names and the logos of brands by id.
 * @param alike all brands that share a skeleton with one of `some`, including `some` themselves
 */
export function shownBrands(some: readonly NamedBrand[], alike: readonly NamedBrand[]): ReadonlyMap<string, ShownBrand> {
  const oldest = new Map<string, NamedBrand>()
  for (const brand of alike) {
    const other = oldest.get(brand.skeleton)
    if (!other || sinceOf(brand) < sinceOf(other) || (sinceOf(brand) === sinceOf(other) && brand.id < other.id))
      oldest.set(brand.skeleton, brand)
  }
  const isSecond = ({ id, skeleton }: NamedBrand) => (oldest.get(skeleton)?.id ?? id) !== id
  return new Map(
    some.map((brand) => {
      const { id, brandName, registeredAt, logoId } = brand
      const since = registeredAt && isSecond(brand) && { brandSince: registeredAt }
      return [id, { brandName, ...since, ...(logoId !== undefined && { brandLogoId: logoId }) }]
    }),
  )
}
