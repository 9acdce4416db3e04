import type { LegalDocument } from '../../components/legal-text/legal-text.tsx'
import { type PrivacyText, useText } from './messages/index.ts'

export const UPDATED_ON = '2026-11-29'

interface Part {
  /** This id is also the anchor in URLs, so it must not change. */
  readonly id: 'who' | 'data' | 'why' | 'others' | 'kept' | 'cookies' | 'rights' | 'safe' | 'changes'
  readonly clauses: readonly PrivacyText[]
  readonly table?: {
    readonly words?: true
    readonly caption: PrivacyText
    readonly heads: readonly PrivacyText[]
    readonly rows: readonly (readonly Cell[])[]
  }
}

/** A text, or a name that is the same in every language. */
type Cell = PrivacyText | { readonly name: string }

const OTHERS = ['stripe', 'workflow', 'networks', 'google', 'mail'] as const
const KEPT = [
  ...(['account', 'signups', 'evidence', 'company', 'campaigns', 'metrics', 'attempts', 'access', 'connecting'] as const),
  ...(['money', 'drafts', 'unfunded', 'invitations', 'orders', 'reservations', 'media', 'invited', 'notifications'] as const),
  ...(['sessions', 'devices', 'pending', 'log', 'failures', 'mails', 'contact', 'links'] as const),
  ...(['exports', 'tasks', 'requests', 'transit', 'marker'] as const),
] as const
const COOKIES = {
  session: '__Host-session',
  device: '__Host-device',
  oauth: '__Host-oauth',
  challenge: '__Host-challenge',
  locale: '__Host-locale',
  storage: 'reelfair.locale, reelfair.theme, reelfair.role, reelfair.google-start, reelfair.connect, reelfair.booking',
} as const

/**
 * The policy promises what the services do. `privacy.test.ts` in libs/workspace names the code or test that keeps each
 * promise, and fails for a passage that it does not list.
 */
export const PARTS: readonly Part[] = [
  { id: 'who', clauses: ['who-controller', 'who-adult', 'who-required'] },
  {
    id: 'data',
    clauses: [
      'data-account',
      'data-creator',
      'data-connection',
      'data-videos',
      'data-brand',
      'data-money',
      'data-security',
      'data-factor',
      'data-contact',
    ],
  },
  { id: 'why', clauses: ['why-contract', 'why-law', 'why-safety', 'why-not', 'why-automatic'] },
  {
    id: 'others',
    clauses: ['others-brands', 'others-public', 'others-creators', 'others-outside'],
    table: {
      caption: 'others-caption',
      heads: ['others-company', 'others-what'],
      rows: OTHERS.map((who) => [`others-${who}`, `others-${who}-what`] as const),
    },
  },
  {
    id: 'kept',
    clauses: [],
    table: {
      caption: 'kept-caption',
      heads: ['kept-what', 'kept-how-long'],
      rows: KEPT.map((what) => [`kept-${what}`, `kept-${what}-how-long`] as const),
    },
  },
  {
    id: 'cookies',
    clauses: ['cookies-few'],
    table: {
      words: true,
      caption: 'cookies-caption',
      heads: ['cookies-name', 'cookies-why', 'cookies-lasts'],
      rows: (Object.keys(COOKIES) as (keyof typeof COOKIES)[]).map(
        (one) => [{ name: COOKIES[one] }, `cookies-${one}-why`, `cookies-${one}-lasts`] as const,
      ),
    },
  },
  { id: 'rights', clauses: ['rights-list', 'rights-download', 'rights-delete', 'rights-limits', 'rights-authority'] },
  { id: 'safe', clauses: ['safe-transport', 'safe-few'] },
  { id: 'changes', clauses: ['changes-here', 'changes-contact'] },
]

export function usePolicy(): LegalDocument {
  const { t } = useText()
  const textOf = (cell: Cell) => (typeof cell === 'string' ? t(cell) : cell.name)
  return {
    lead: t('lead'),
    parts: PARTS.map(({ id, clauses, table }) => ({
      id,
      title: t(`${id}-title`),
      groups: [
        {
          clauses: clauses.map((clause) => t(clause)),
          ...(table && {
            table: {
              ...table,
              caption: t(table.caption),
              heads: table.heads.map((head) => t(head)),
              rows: table.rows.map((row) => row.map(textOf)),
            },
          }),
          ...(id === 'changes' && { contact: true }),
        },
      ],
    })),
  }
}
