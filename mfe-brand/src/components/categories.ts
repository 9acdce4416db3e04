import type { Category, Locale } from '@reelfair/contracts'

/** What people read for each category, English then French. The compiler misses none: the keys are the contract's. */
const labels: Record<Category, readonly [en: string, fr: string]> = {
  Humor_Entertainment: ['Humour and entertainment', 'Humour et divertissement'],
  Beauty_Cosmetics: ['Beauty and cosmetics', 'Beauté et cosmétiques'],
  Fashion_Style: ['Fashion and style', 'Mode et style'],
  Technology_Gadgets: ['Technology and gadgets', 'Technologie et gadgets'],
  Gaming_Esports: ['Gaming and e-sports', 'Jeux vidéo et e-sport'],
  Food_Cooking: ['Food and cooking', 'Cuisine et gastronomie'],
  Fitness_Sports: ['Fitness and sports', 'Fitness et sport'],
  Travel_Adventure: ['Travel and adventure', 'Voyage et aventure'],
  Finance_Investing: ['Finance and investing', 'Finance et investissement'],
  Health_Wellness: ['Health and wellness', 'Santé et bien-être'],
  Product_Reviews_Unboxing: ['Product reviews and unboxing', 'Tests de produits et déballages'],
  Celebrity_Influencer_Lifestyle: ['Celebrity and influencer lifestyle', 'Célébrités et influenceurs'],
  Music_Dance: ['Music and dance', 'Musique et danse'],
  Film_Series: ['Film and series', 'Films et séries'],
  Books_Literature: ['Books and literature', 'Livres et littérature'],
  Art_Illustration: ['Art and illustration', 'Art et illustration'],
  Photography_Video: ['Photography and video', 'Photo et vidéo'],
  Design_Architecture: ['Design and architecture', 'Design et architecture'],
  Home_Interior: ['Home and interior', 'Maison et intérieur'],
  DIY_Crafts: ['DIY and crafts', 'Bricolage et création'],
  Gardening_Plants: ['Gardening and plants', 'Jardin et plantes'],
  Pets_Animals: ['Pets and animals', 'Animaux'],
  Parenting_Family: ['Parenting and family', 'Parents et famille'],
  Relationships_Dating: ['Relationships and dating', 'Couple et rencontres'],
  Weddings_Events: ['Weddings and events', 'Mariages et événements'],
  Education_Learning: ['Education and learning', 'Éducation et apprentissage'],
  Languages_Culture: ['Languages and culture', 'Langues et culture'],
  Science_Nature: ['Science and nature', 'Science et nature'],
  History_Heritage: ['History and heritage', 'Histoire et patrimoine'],
  News_Society: ['News and society', 'Actualité et société'],
  Environment_Sustainability: ['Environment and sustainability', 'Environnement et durabilité'],
  Charity_Volunteering: ['Charity and volunteering', 'Solidarité et bénévolat'],
  Business_Entrepreneurship: ['Business and entrepreneurship', 'Entreprise et entrepreneuriat'],
  Marketing_Sales: ['Marketing and sales', 'Marketing et vente'],
  Careers_Work: ['Careers and work', 'Carrière et travail'],
  Real_Estate: ['Real estate', 'Immobilier'],
  Crypto_Blockchain: ['Crypto and blockchain', 'Crypto et blockchain'],
  Software_Coding: ['Software and coding', 'Logiciel et programmation'],
  Artificial_Intelligence: ['Artificial intelligence', 'Intelligence artificielle'],
  Cars_Motorcycles: ['Cars and motorcycles', 'Autos et motos'],
  Cycling_Mobility: ['Cycling and mobility', 'Vélo et mobilité'],
  Football_Soccer: ['Football', 'Football'],
  Outdoor_Hiking: ['Outdoor and hiking', 'Plein air et randonnée'],
  Water_Winter_Sports: ['Water and winter sports', 'Sports d’eau et d’hiver'],
  Yoga_Meditation: ['Yoga and meditation', 'Yoga et méditation'],
  Nutrition_Diets: ['Nutrition and diets', 'Nutrition et régimes'],
  Vegan_Vegetarian: ['Vegan and vegetarian', 'Végane et végétarien'],
  Drinks_Coffee: ['Drinks and coffee', 'Boissons et café'],
  Jewelry_Watches: ['Jewellery and watches', 'Bijoux et montres'],
  Luxury_Lifestyle: ['Luxury', 'Luxe'],
}

/** @example categoryLabel('Food_Cooking', 'fr') // 'Cuisine et gastronomie' */
export const categoryLabel = (category: Category, locale: Locale): string => labels[category][locale === 'fr' ? 1 : 0]

/** All categories for a choice, in the reader's alphabet. */
export function categoryOptions(locale: Locale): { value: Category; label: string }[] {
  return (Object.keys(labels) as Category[])
    .map((value) => ({ value, label: categoryLabel(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}
