/** Does not import zod, so that screens can load the file on its own. */
import type { Category, Locale } from './words.ts'

export const categoryTable = {
  Humor_Entertainment: { en: 'Humour and entertainment', fr: 'Humour et divertissement' },
  Beauty_Cosmetics: { en: 'Beauty and cosmetics', fr: 'Beauté et cosmétiques' },
  Fashion_Style: { en: 'Fashion and style', fr: 'Mode et style' },
  Technology_Gadgets: { en: 'Technology and gadgets', fr: 'Technologie et gadgets' },
  Gaming_Esports: { en: 'Gaming and esports', fr: 'Jeux vidéo et e-sport' },
  Food_Cooking: { en: 'Food and cooking', fr: 'Cuisine et gastronomie' },
  Fitness_Sports: { en: 'Fitness and sports', fr: 'Fitness et sport' },
  Travel_Adventure: { en: 'Travel and adventure', fr: 'Voyage et aventure' },
  Finance_Investing: { en: 'Finance and investing', fr: 'Finance et investissement' },
  Health_Wellness: { en: 'Health and wellness', fr: 'Santé et bien-être' },
  Product_Reviews_Unboxing: { en: 'Product reviews and unboxing', fr: 'Tests de produits et unboxing' },
  Celebrity_Influencer_Lifestyle: { en: 'Celebrity and influencer lifestyle', fr: 'Célébrités et influenceurs' },
  Music_Dance: { en: 'Music and dance', fr: 'Musique et danse' },
  Film_Series: { en: 'Films and series', fr: 'Films et séries' },
  Books_Literature: { en: 'Books and literature', fr: 'Livres et littérature' },
  Art_Illustration: { en: 'Art and illustration', fr: 'Art et illustration' },
  Photography_Video: { en: 'Photography and video', fr: 'Photo et vidéo' },
  Design_Architecture: { en: 'Design and architecture', fr: 'Design et architecture' },
  Home_Interior: { en: 'Home and interiors', fr: 'Maison et décoration' },
  DIY_Crafts: { en: 'DIY and crafts', fr: 'Bricolage et loisirs créatifs' },
  Gardening_Plants: { en: 'Gardening and plants', fr: 'Jardin et plantes' },
  Pets_Animals: { en: 'Pets and animals', fr: 'Animaux' },
  Parenting_Family: { en: 'Parenting and family', fr: 'Parentalité et famille' },
  Relationships_Dating: { en: 'Relationships and dating', fr: 'Couple et rencontres' },
  Weddings_Events: { en: 'Weddings and events', fr: 'Mariages et événements' },
  Education_Learning: { en: 'Education and learning', fr: 'Éducation et apprentissage' },
  Languages_Culture: { en: 'Languages and culture', fr: 'Langues et culture' },
  Science_Nature: { en: 'Science and nature', fr: 'Science et nature' },
  History_Heritage: { en: 'History and heritage', fr: 'Histoire et patrimoine' },
  News_Society: { en: 'News and society', fr: 'Actualité et société' },
  Environment_Sustainability: { en: 'Environment and sustainability', fr: 'Environnement et développement durable' },
  Charity_Volunteering: { en: 'Charity and volunteering', fr: 'Solidarité et bénévolat' },
  Business_Entrepreneurship: { en: 'Business and entrepreneurship', fr: 'Entreprise et entrepreneuriat' },
  Marketing_Sales: { en: 'Marketing and sales', fr: 'Marketing et vente' },
  Careers_Work: { en: 'Careers and work', fr: 'Emploi et carrière' },
  Real_Estate: { en: 'Real estate', fr: 'Immobilier' },
  Crypto_Blockchain: { en: 'Crypto and blockchain', fr: 'Cryptomonnaies et blockchain' },
  Software_Coding: { en: 'Software and coding', fr: 'Logiciels et programmation' },
  Artificial_Intelligence: { en: 'Artificial intelligence', fr: 'Intelligence artificielle' },
  Cars_Motorcycles: { en: 'Cars and motorcycles', fr: 'Autos et motos' },
  Cycling_Mobility: { en: 'Cycling and mobility', fr: 'Vélo et mobilité' },
  Football_Soccer: { en: 'Football', fr: 'Football' },
  Outdoor_Hiking: { en: 'Outdoors and hiking', fr: 'Plein air et randonnée' },
  Water_Winter_Sports: { en: 'Water and winter sports', fr: 'Sports nautiques et sports d’hiver' },
  Yoga_Meditation: { en: 'Yoga and meditation', fr: 'Yoga et méditation' },
  Nutrition_Diets: { en: 'Nutrition and diets', fr: 'Nutrition et régimes' },
  Vegan_Vegetarian: { en: 'Vegan and vegetarian', fr: 'Cuisine végane et végétarienne' },
  Drinks_Coffee: { en: 'Drinks and coffee', fr: 'Boissons et café' },
  Jewelry_Watches: { en: 'Jewellery and watches', fr: 'Bijoux et montres' },
  Luxury_Lifestyle: { en: 'Luxury', fr: 'Luxe' },
} as const satisfies Record<Category, Readonly<Record<Locale, string>>>

/** @example categoryLabel('Food_Cooking', 'fr') // 'Cuisine et gastronomie' */
export const categoryLabel = (category: Category, locale: Locale): string => categoryTable[category][locale]

/**
 * All categories, sorted by their labels in the given language.
 * @example categoryOptions('en')[0]?.label // 'Art and illustration'
 */
export function categoryOptions(locale: Locale): { value: Category; label: string }[] {
  return (Object.keys(categoryTable) as Category[])
    .map((value) => ({ value, label: categoryLabel(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}
