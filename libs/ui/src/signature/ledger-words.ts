import { useLocale } from '../provider/ui-provider.tsx'

/** Text for receipts and charts, kept out of the core entry point. */
const en = {
  receipt: (number: string) => `Receipt ${number}`,
  writtenAt: (date: string) => `${date} (Paris)`,
  viewsSeen: 'Views seen',
  seen: 'Seen',
  takenOff: 'Views deducted',
  eachReason: 'with the reason for each',
  nothingTakenOff: 'Nothing was deducted.',
  qualifiedViews: 'Qualified views',
  pay: 'Pay',
  yours: 'Yours',
  charged: 'Charged',
  credits: 'credits',
  recompute: 'Recompute',
  recomputing: 'Recomputing line by line',
  same: (at: string) => `Recomputed ${at}. Same to the cent.`,
  sameViews: (at: string) => `Recomputed ${at}. Same to the view.`,
  differs: 'The recomputed total differs.',
  onReceipt: 'On this receipt',
  recomputed: (at: string) => `Recomputed ${at}`,
  idle: 'no campaign running',
  idleShort: 'idle',
  asTable: 'The same figures as a table',
  night: 'Night',
  note: 'Note',
  noNights: 'No readings yet.',
  noPoints: 'No readings yet.',
  goal: 'Goal',
  excludedShort: 'Excluded',
  notCharged: 'Not charged',
  nothingRefused: 'No views were excluded.',
}

/** Every language must define exactly these keys. */
export type LedgerWords = typeof en

const fr: LedgerWords = {
  receipt: (number) => `Reçu ${number}`,
  writtenAt: (date) => `${date} (Paris)`,
  viewsSeen: 'Vues relevées',
  seen: 'Relevées',
  takenOff: 'Vues déduites',
  eachReason: 'avec leur motif',
  nothingTakenOff: 'Aucune vue déduite.',
  qualifiedViews: 'Vues qualifiées',
  pay: 'Rémunération',
  yours: 'Pour vous',
  charged: 'Facturé',
  credits: 'crédits',
  recompute: 'Recalculer',
  recomputing: 'Nouveau calcul ligne par ligne',
  same: (at) => `Recalculé le ${at}. Le résultat est identique au centime près.`,
  sameViews: (at) => `Recalculé le ${at}. Le résultat est identique à la vue près.`,
  differs: 'Le total recalculé est différent.',
  onReceipt: 'Sur ce reçu',
  recomputed: (at) => `Recalculé le ${at}`,
  idle: 'aucune campagne en cours',
  idleShort: 'inactif',
  asTable: 'Les mêmes chiffres sous forme de tableau',
  night: 'Nuit',
  note: 'Note',
  noNights: 'Aucun relevé pour l’instant.',
  noPoints: 'Aucun relevé pour l’instant.',
  goal: 'Objectif',
  excludedShort: 'Exclues',
  notCharged: 'Non facturées',
  nothingRefused: 'Aucune vue exclue.',
}

/** Returns the text for receipts and charts in the current language. */
export const useLedgerWords = (): LedgerWords => (useLocale() === 'fr' ? fr : en)
