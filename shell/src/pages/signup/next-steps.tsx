import { MINIMUM_TRANSFER_CENTS, packageOf } from '@reelfair/rules'
import { formatCents, formatCount } from '@reelfair/ui'
import type { SignUpRole } from '../../components/auth-page-link.ts'
import { useText } from './messages/index.ts'

/** Tells users what to expect after sign-up. */
export function NextSteps({ role }: { role: SignUpRole }) {
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
