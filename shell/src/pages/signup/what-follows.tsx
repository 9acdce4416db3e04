import { MINIMUM_TRANSFER_CENTS, packageOf } from '@reelfair/rules'
import { formatCents, formatCount } from '@reelfair/ui'
import type { SignUpRole } from '../../components/door-link.ts'
import { useText } from './messages/index.ts'

/** What comes after the form, so that nobody has to guess how long the way is. */
export function WhatFollows({ role }: { role: SignUpRole }) {
  const { t, locale } = useText()
  const starter = packageOf('starter')
  const figures = {
    minimum: formatCents(MINIMUM_TRANSFER_CENTS, locale),
    views: formatCount(starter.credits, locale),
    price: formatCents(starter.priceCents, locale, 0),
  }
  return (
    <aside className="shell-follows">
      <h2>{t('follows-title')}</h2>
      <ol>
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>
            <span aria-hidden="true">{step}</span>
            <h3>{t(`follows-${role}-${step}`)}</h3>
            <p>{t(`follows-${role}-${step}-text`, figures)}</p>
          </li>
        ))}
      </ol>
    </aside>
  )
}
