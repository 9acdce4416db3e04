import { useLocale } from '../provider/ui-provider.tsx'

/** Callers pass figures that are already formatted. */
const en = {
  qualified: 'Qualified',
  yoursAllocated: 'Allocated to you',
  others: 'Other creators',
  inReview: 'In review',
  remaining: 'Remaining',
  excluded: 'Excluded, not charged',
  yoursExcluded: 'Your excluded views',
  ofGoal: (qualified: string, goal: string, word = 'qualified') => `${qualified} of ${goal} views ${word}`,
  othersOfGoal: (yours: string, others: string, goal: string) =>
    `${yours} views allocated to you and ${others} to other creators, of ${goal}`,
  keyLine: (qualified: string, inReview: string, word = 'qualified') => `${qualified} ${word}, ${inReview} in review`,
  keyLineAlone: (qualified: string, word = 'qualified') => `${qualified} ${word}`,
  yoursKeyLine: (granted: string, inReview: string, word = 'allocated') => `${granted} ${word}, ${inReview} in review`,
  yoursKeyLineAlone: (granted: string, word = 'allocated') => `${granted} ${word}`,
  inReviewPart: (views: string) => `${views} in review`,
  remainingPart: (views: string) => `${views} remaining`,
  excludedPart: (views: string) => `${views} excluded, not charged`,
  earned: 'Earned',
  held: 'Held',
  available: 'Available',
  inTransfer: 'In transfer',
  paid: 'Paid',
  logoFound: 'Logo found',
  logoHeld: 'Logo in review',
  logoAbsent: 'Logo not found',
  upperHalf: 'Upper half ends here',
  nothingHere: 'Nothing here yet.',
  loadingRows: 'Loading rows',
}

export type SignatureWords = typeof en

const fr: SignatureWords = {
  qualified: 'Qualifiées',
  yoursAllocated: 'Vos vues attribuées',
  others: 'Autres créateurs',
  inReview: 'En vérification',
  remaining: 'Restantes',
  excluded: 'Exclues, non facturées',
  yoursExcluded: 'Vos vues exclues',
  ofGoal: (qualified, goal, word = 'qualifiées') => `${qualified} vues ${word} sur ${goal}`,
  othersOfGoal: (yours, others, goal) =>
    `${yours} vues vous sont attribuées et ${others} le sont à d’autres créateurs, sur un objectif de ${goal}`,
  keyLine: (qualified, inReview, word = 'qualifiées') => `${qualified} ${word}, ${inReview} en vérification`,
  keyLineAlone: (qualified, word = 'qualifiées') => `${qualified} ${word}`,
  yoursKeyLine: (granted, inReview, word = 'attribuées') => `${granted} ${word}, ${inReview} en vérification`,
  yoursKeyLineAlone: (granted, word = 'attribuées') => `${granted} ${word}`,
  inReviewPart: (views) => `${views} en vérification`,
  remainingPart: (views) => `${views} restantes`,
  excludedPart: (views) => `${views} exclues, non facturées`,
  earned: 'Gagné',
  held: 'Bloqué',
  available: 'Disponible',
  inTransfer: 'Virement en cours',
  paid: 'Versé',
  logoFound: 'Logo détecté',
  logoHeld: 'Logo en vérification',
  logoAbsent: 'Logo non détecté',
  upperHalf: 'Limite de la moitié supérieure',
  nothingHere: 'Rien pour l’instant.',
  loadingRows: 'Chargement des lignes',
}

export const useSignatureWords = (): SignatureWords => (useLocale() === 'fr' ? fr : en)
