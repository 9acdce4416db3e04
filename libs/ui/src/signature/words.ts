import { useLocale } from '../provider/ui-provider.tsx'

/** The words the signature components bring themselves; figures arrive already printed. */
const en = {
  qualified: 'Qualified',
  yoursGranted: 'Yours, granted',
  others: 'Other creators',
  inReview: 'In review',
  remaining: 'Remaining',
  excluded: 'Excluded, not charged',
  yoursExcluded: 'Yours, excluded',
  ofGoal: (qualified: string, goal: string, word = 'qualified') => `${qualified} of ${goal} views ${word}`,
  othersOfGoal: (yours: string, others: string, goal: string) =>
    `${yours} views granted to you and ${others} to other creators, of ${goal}`,
  keyLine: (qualified: string, inReview: string, word = 'qualified') => `${qualified} ${word}, ${inReview} in review`,
  keyLineAlone: (qualified: string, word = 'qualified') => `${qualified} ${word}`,
  yoursKeyLine: (granted: string, inReview: string, word = 'granted') => `${granted} ${word}, ${inReview} in review`,
  yoursKeyLineAlone: (granted: string, word = 'granted') => `${granted} ${word}`,
  inReviewPart: (views: string) => `${views} in review`,
  remainingPart: (views: string) => `${views} remaining`,
  excludedPart: (views: string) => `${views} excluded, not charged`,
  tierSentence: (reached: number, count: number, views: string, goal: string) =>
    `${reached} of ${count} tiers reached: ${views} of ${goal} views qualified`,
  tierPart: (views: string, amount: string, reached: boolean) => `${amount} at ${views} views${reached ? ', reached' : ''}`,
  earned: 'Earned',
  held: 'Held',
  available: 'Available',
  inTransfer: 'In transfer',
  paid: 'Paid',
  logoFound: 'Logo found',
  logoHeld: 'Logo to be checked',
  logoAbsent: 'Logo not found',
  upperHalf: 'Upper half ends here',
  date: 'Date',
  entry: 'Entry',
  state: 'State',
  receiptHead: 'Receipt',
  amount: 'Amount',
  availableAfter: 'Available after',
  nothingHere: 'Nothing here yet.',
  loadingRows: 'Loading the rows',
}

/** Every language has exactly these words. */
export type SignatureWords = typeof en

const fr: SignatureWords = {
  qualified: 'Comptées',
  yoursGranted: 'Vos vues attribuées',
  others: 'Autres créateurs',
  inReview: 'En vérification',
  remaining: 'Restantes',
  excluded: 'Exclues, non facturées',
  yoursExcluded: 'Vos vues exclues',
  ofGoal: (qualified, goal, word = 'comptées') => `${qualified} vues ${word} sur ${goal}`,
  othersOfGoal: (yours, others, goal) => `${yours} vues attribuées à vous et ${others} à d’autres créateurs, sur ${goal}`,
  keyLine: (qualified, inReview, word = 'comptées') => `${qualified} ${word}, ${inReview} en vérification`,
  keyLineAlone: (qualified, word = 'comptées') => `${qualified} ${word}`,
  yoursKeyLine: (granted, inReview, word = 'attribuées') => `${granted} ${word}, ${inReview} en vérification`,
  yoursKeyLineAlone: (granted, word = 'attribuées') => `${granted} ${word}`,
  inReviewPart: (views) => `${views} en vérification`,
  remainingPart: (views) => `${views} restantes`,
  excludedPart: (views) => `${views} exclues, non facturées`,
  tierSentence: (reached, count, views, goal) =>
    `${reached} palier${reached > 1 ? 's' : ''} sur ${count}\u00a0: ${views} vues comptées sur ${goal}`,
  tierPart: (views, amount, reached) => `${amount} à ${views} vues${reached ? ', atteint' : ''}`,
  earned: 'Gagné',
  held: 'Retenu',
  available: 'Disponible',
  inTransfer: 'En virement',
  paid: 'Versé',
  logoFound: 'Logo trouvé',
  logoHeld: 'Logo à vérifier',
  logoAbsent: 'Logo introuvable',
  upperHalf: 'Fin de la moitié haute',
  date: 'Date',
  entry: 'Écriture',
  state: 'État',
  receiptHead: 'Reçu',
  amount: 'Montant',
  availableAfter: 'Disponible après',
  nothingHere: 'Rien ici pour l’instant.',
  loadingRows: 'Chargement des lignes',
}

/** The signature components' own words in the reader's language. */
export const useSignatureWords = (): SignatureWords => (useLocale() === 'fr' ? fr : en)
