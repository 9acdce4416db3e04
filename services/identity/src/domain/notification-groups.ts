/** Groups of notifications that a user may switch off together, and the roles that each group concerns. */
import type { Locale, NotificationGroup, Role } from '@reelfair/contracts'

interface Group {
  readonly roles: readonly Role[]
  /** `always`: money, terms and security cannot be switched off. `never`: the group sends no e-mails. */
  readonly mail: 'choice' | 'always'
  readonly name: Readonly<Record<Locale, string>>
  readonly about: Readonly<Record<Locale, string>>
}

const ALL: readonly Role[] = ['creator', 'brand', 'admin']

export const groups: Readonly<Record<NotificationGroup, Group>> = {
  reviews: {
    roles: ALL,
    mail: 'choice',
    name: { en: 'Views in review', fr: 'Vues en vérification' },
    about: { en: 'response needed, decision made', fr: 'réponse attendue, décision prise' },
  },
  campaigns: {
    roles: ['brand'],
    mail: 'choice',
    name: { en: 'Campaigns', fr: 'Campagnes' },
    about: { en: 'started, goal reached, ended, settled', fr: 'démarrage, objectif atteint, fin, décompte final' },
  },
  earnings: {
    roles: ['creator'],
    mail: 'choice',
    name: { en: 'Earnings', fr: 'Gains' },
    about: { en: 'counted views at risk, campaign settled', fr: 'risque de perte de vues comptées, décompte final d’une campagne' },
  },
  invitations: {
    roles: ['creator', 'brand'],
    mail: 'choice',
    name: { en: 'Invitations', fr: 'Invitations' },
    about: { en: 'received, not sent, answered, closed', fr: 'réception, échec d’envoi, réponse, clôture' },
  },
  partnerships: {
    roles: ['creator', 'brand'],
    mail: 'choice',
    name: { en: 'Partnerships', fr: 'Partenariats' },
    about: { en: 'started, ended, settled', fr: 'début, fin, décompte final' },
  },
  accounts: {
    roles: ['creator'],
    mail: 'choice',
    name: { en: 'Social accounts', fr: 'Comptes sur les réseaux sociaux' },
    about: { en: 'verified, not verified', fr: 'vérification réussie ou non' },
  },
  money: {
    roles: ALL,
    mail: 'always',
    name: { en: 'Payments', fr: 'Paiements' },
    about: { en: 'orders, transfers, payout account', fr: 'commandes, virements, compte de paiement' },
  },
  terms: {
    roles: ['creator', 'brand'],
    mail: 'always',
    name: { en: 'Terms', fr: 'Conditions' },
    about: { en: 'changes before they take effect', fr: 'modifications avant leur entrée en vigueur' },
  },
  security: {
    roles: ALL,
    mail: 'always',
    name: { en: 'Security and your data', fr: 'Sécurité et données personnelles' },
    about: { en: 'new sign-in, data ready to download', fr: 'nouvelle connexion, données prêtes à télécharger' },
  },
}
