/** Which brands' names people would take for one another. */

/** Letters of other scripts, digits and signs that look like a Latin letter, after folding case. */
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
 * What remains of a name for the eye: two names with one skeleton look alike. Case, accents, blanks, signs and invisible characters do not count, and
 * look-alikes of Latin letters count as these. Not for people to read.
 * @example skeletonOf('\u0410lpine Oats') === skeletonOf('AIpine-Oats') // true
 */
export function skeletonOf(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase().normalize('NFKD')
  const letters = [...folded].map((character) => LOOK_ALIKES[character] ?? character).join('')
  const bare = letters.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A name of signs alone has nothing else to be compared by.
  return (bare || letters).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** A brand as a service keeps a copy of it. */
interface NamedBrand {
  readonly id: string
  readonly brandName: string
  readonly skeleton: string
  readonly registeredAt?: Date | undefined
}

/** A brand's name as creators read it: with the date of the registration if an older brand's name looks alike. */
export interface ShownBrand {
  readonly brandName: string
  readonly brandSince?: Date
}

const sinceOf = ({ registeredAt }: NamedBrand) => registeredAt?.getTime() ?? 0

/**
 * The names of some brands, by id.
 * @param alike all brands with one of their skeletons, they themselves included
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
      const { id, brandName, registeredAt } = brand
      return [id, { brandName, ...(registeredAt && isSecond(brand) && { brandSince: registeredAt }) }]
    }),
  )
}
