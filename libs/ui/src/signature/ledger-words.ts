import { useLocale } from '../provider/ui-provider.tsx'

/** The words of receipts and charts, kept apart from those of the first page. */
const en = {
  receipt: (number: string) => `Receipt ${number}`,
  writtenAt: (date: string) => `${date} Paris`,
  viewsSeen: 'Views seen',
  seen: 'Seen',
  takenOff: 'Views taken off',
  eachReason: 'each with its reason',
  nothingTakenOff: 'Nothing was taken off.',
  qualifiedViews: 'Qualified views',
  pay: 'Pay',
  yours: 'Yours',
  charged: 'Charged',
  credits: 'credits',
  recompute: 'Recompute',
  recomputing: 'Reckoning its lines again',
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
  noNights: 'No night has been read yet.',
  noPoints: 'No reading yet.',
  goal: 'Goal',
  excludedShort: 'Excluded',
  notCharged: 'Not charged',
  nothingRefused: 'Nothing was refused.',
}

/** Every language has exactly these words. */
export type LedgerWords = typeof en

const fr: LedgerWords = {
  receipt: (number) => `Reçu ${number}`,
  writtenAt: (date) => `${date}, Paris`,
  viewsSeen: 'Vues relevées',
  seen: 'Relevées',
  takenOff: 'Vues retirées',
  eachReason: 'chacune avec son motif',
  nothingTakenOff: 'Rien n’a été retiré.',
  qualifiedViews: 'Vues comptées',
  pay: 'Rémunération',
  yours: 'À vous',
  charged: 'Facturé',
  credits: 'crédits',
  recompute: 'Recalculer',
  recomputing: 'Nouveau calcul, ligne par ligne',
  same: (at) => `Recalculé le ${at}. Identique au centime.`,
  sameViews: (at) => `Recalculé le ${at}. Identique à la vue près.`,
  differs: 'Le total recalculé diffère.',
  onReceipt: 'Sur ce reçu',
  recomputed: (at) => `Recalculé le ${at}`,
  idle: 'aucune campagne en cours',
  idleShort: 'rien',
  asTable: 'Les mêmes chiffres en tableau',
  night: 'Nuit',
  note: 'Note',
  noNights: 'Aucune nuit relevée pour l’instant.',
  noPoints: 'Aucun relevé pour l’instant.',
  goal: 'Objectif',
  excludedShort: 'Exclues',
  notCharged: 'Non facturées',
  nothingRefused: 'Rien n’a été refusé.',
}

/** The words of receipts and charts in the reader's language. */
export const useLedgerWords = (): LedgerWords => (useLocale() === 'fr' ? fr : en)
