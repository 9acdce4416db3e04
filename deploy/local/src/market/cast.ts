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
  /** Captions of the videos from the weeks before, newest first. */
  readonly earlier: readonly string[]
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

const creator = (name: string, account: DemoCreator['account'], earlier: readonly string[]): DemoCreator => ({
  ...{ email: `${name}@${DOMAIN}`, account, earlier },
})

export const CREATORS = {
  lea: creator(
    'lea',
    {
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
    },
    ['Sunday lemon tart', 'Eggs, six minutes', 'Soup from what is left'],
  ),
  tom: creator(
    'tom',
    {
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
    },
    ['One pan gnocchi', 'Three-ingredient dal', 'Burnt butter, on purpose'],
  ),
  noah: creator(
    'noah',
    {
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
    },
    ['Fog on the Vecht', 'The quiet side of Utrecht', 'Headwind, a love story'],
  ),
  alma: creator(
    'alma',
    {
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
    },
    ['Two kids, eleven bags', 'Snow tyres for the cargo bike', 'The school run in rain'],
  ),
  sofia: creator(
    'sofia',
    {
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
    },
    ['Tre cappotti, un inverno', 'Il blu che sta con tutto', 'Vintage a Porta Genova'],
  ),
  jonas: creator(
    'jonas',
    {
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
    },
    ['Filter gegen Espresso', 'Mahlgrad in 30 Sekunden', 'Röstbesuch in Altona'],
  ),
  mira: creator(
    'mira',
    {
      username: 'mira.makes',
      bio: 'Things for the kitchen, made slowly.',
      bioLinks: [BRANDS.kefiro.link, BRANDS.brisa.link],
      followers: 21_500,
      averageViews: 9_800,
      rpmCents: 95,
      language: 'en',
      category: 'Food_Cooking',
      country: 'France',
      city: 'Nantes',
    },
    ['A spoon in one evening', 'Oiling the old board', 'Shelf without screws'],
  ),
  paul: creator(
    'paul',
    {
      username: 'paul.packs',
      bio: 'Lunch boxes and good coats.',
      bioLinks: [BRANDS.kefiro.link, BRANDS.brisa.link],
      followers: 12_400,
      averageViews: 6_100,
      rpmCents: 70,
      language: 'en',
      category: 'Food_Cooking',
      country: 'Belgium',
      city: 'Ghent',
    },
    ['Lunch in four boxes', 'A coat for ten years', 'Bread that travels'],
  ),
  nina: creator(
    'nina',
    {
      username: 'nina.outside',
      bio: 'Huts, passes, snacks.',
      bioLinks: [BRANDS.kefiro.link, BRANDS.olmo.link],
      followers: 15_900,
      averageViews: 7_200,
      rpmCents: 75,
      language: 'en',
      category: 'Cycling_Mobility',
      country: 'Austria',
      city: 'Innsbruck',
    },
    ['Up before the lift', 'Snacks above 2,000 m', 'The hut with no signal'],
  ),
} as const

export type BrandName = keyof typeof BRANDS
export type CreatorName = keyof typeof CREATORS
