/** Domain of all demo addresses. Nobody can own such an address, because `.example` is a reserved top-level domain. */
export const DOMAIN = 'demo.reelfair.example'

export interface DemoBrand {
  readonly email: string
  readonly brandName: string
  readonly contactFirstName: string
  readonly contactLastName: string
  /** File name of the banner in `demo/logos/`, and of the brand's logo in `demo/brand-logos/`. */
  readonly logo: string
  readonly link: string
}

export interface DemoCreator {
  readonly email: string
  readonly account: {
    readonly username: string
    readonly bio: string
    readonly bioLinks: readonly string[]
    readonly followers: number
    readonly averageViews: number
    readonly rpmCents: number
    readonly language: 'en' | 'de' | 'it'
    readonly category: string
    readonly country: string
    readonly city: string
  }
}

const brand = (
  name: string,
  brandName: string,
  [contactFirstName, contactLastName]: readonly [string, string],
  link: string,
): DemoBrand => ({ email: `${name}@${DOMAIN}`, brandName, contactFirstName, contactLastName, logo: `${name}.png`, link })

export const BRANDS = {
  kefiro: brand('kefiro', 'Kéfiro', ['Inès', 'Laurent'], 'https://kefiro.example/fridge-door'),
  olmo: brand('olmo', 'Olmo Bikes', ['Marco', 'Olmo'], 'https://olmo-bikes.example/canal'),
  brisa: brand('brisa', 'Brisa', ['Carla', 'Nunes'], 'https://brisa.example/linen'),
  nordlys: brand('nordlys', 'Nordlys', ['Signe', 'Dahl'], 'https://nordlys.example/first-cup'),
} as const

/** The tour's brand starts with credits but no campaigns. */
export const TOUR_BRAND = { brandName: 'Alpine Oats', contactFirstName: 'Ida', contactLastName: 'Roth' }
export const TOUR_ACCOUNT: DemoCreator['account'] = {
  username: 'mila.oats',
  bio: 'Porridge people. Annecy.',
  bioLinks: [],
  followers: 22_400,
  averageViews: 9_800,
  rpmCents: 80,
  language: 'en',
  category: 'Food_Cooking',
  country: 'France',
  city: 'Annecy',
}

const creator = (name: string, account: DemoCreator['account']): DemoCreator => ({ email: `${name}@${DOMAIN}`, account })

export const CREATORS = {
  lea: creator('lea', {
    username: 'lea.kitchen',
    bio: 'Small kitchen, big fridge.\nNew recipe every Sunday. Lyon',
    bioLinks: [BRANDS.kefiro.link],
    followers: 48_200,
    averageViews: 14_800,
    rpmCents: 100,
    language: 'en',
    category: 'Food_Cooking',
    country: 'France',
    city: 'Lyon',
  }),
  tom: creator('tom', {
    username: 'tom.cuisine',
    bio: 'Three ingredients, one pan.',
    bioLinks: [BRANDS.kefiro.link],
    followers: 31_000,
    averageViews: 9_400,
    rpmCents: 80,
    language: 'en',
    category: 'Food_Cooking',
    country: 'Belgium',
    city: 'Brussels',
  }),
  noah: creator('noah', {
    username: 'noah.rides',
    bio: 'Every canal, once.',
    bioLinks: [BRANDS.olmo.link],
    followers: 27_500,
    averageViews: 11_200,
    rpmCents: 90,
    language: 'en',
    category: 'Cycling_Mobility',
    country: 'Netherlands',
    city: 'Utrecht',
  }),
  alma: creator('alma', {
    username: 'alma.on.wheels',
    bio: 'Two kids, one cargo bike.',
    bioLinks: [BRANDS.olmo.link],
    followers: 9_100,
    averageViews: 6_300,
    rpmCents: 60,
    language: 'en',
    category: 'Cycling_Mobility',
    country: 'Denmark',
    city: 'Copenhagen',
  }),
  sofia: creator('sofia', {
    username: 'sofia.moda',
    bio: 'Milano, vestita bene.',
    bioLinks: [BRANDS.brisa.link],
    followers: 64_000,
    averageViews: 21_000,
    rpmCents: 140,
    language: 'it',
    category: 'Fashion_Style',
    country: 'Italy',
    city: 'Milan',
  }),
  jonas: creator('jonas', {
    username: 'jonas.brews',
    bio: 'Filterkaffee ist nicht tot. Hamburg',
    bioLinks: [BRANDS.nordlys.link],
    followers: 18_000,
    averageViews: 7_600,
    rpmCents: 85,
    language: 'de',
    category: 'Drinks_Coffee',
    country: 'Germany',
    city: 'Hamburg',
  }),
} as const

export type BrandName = keyof typeof BRANDS
export type CreatorName = keyof typeof CREATORS
