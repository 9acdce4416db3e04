import { MINIMUM_TRANSFER_CENTS, packageOf } from '@reelfair/rules'
import { formatCents, formatCount } from '@reelfair/ui'
import { usePublicSettings } from '@reelfair/web-kit'
import type { SignUpRole } from '../../components/auth-page-link.ts'
import { BUILT } from '../../components/packages.ts'
import { useText } from './messages/index.ts'

/** Whether the step's text contains a price from the settings, which is left out if they don't load. */
const isPriced = (role: SignUpRole, step: number) => role === 'brand' && step === 3

/** Tells users what to expect after sign-up. */
export function NextSteps({ role }: { role: SignUpRole }) {
  const { t, locale } = useText()
  const { data, isPending } = usePublicSettings()
  const starter = packageOf('starter', (data ?? BUILT).packages)
  const figures = {
    minimum: formatCents(MINIMUM_TRANSFER_CENTS, locale),
    views: formatCount(starter.credits, locale),
    price: formatCents(starter.priceCents, locale, starter.priceCents % 100 === 0 ? 0 : 2),
  }
  return (
    <aside className="shell-follows" aria-busy={isPending}>
      <h2>{t('follows-title')}</h2>
      <ol>
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>
            <span aria-hidden="true">{step}</span>
            <h3>{t(`follows-${role}-${step}`)}</h3>
            {(data || isPending || !isPriced(role, step)) && <p>{t(`follows-${role}-${step}-text`, figures)}</p>}
          </li>
        ))}
      </ol>
    </aside>
  )
}
