import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import { formatCents, MoneyPath, Section } from '@reelfair/ui'
import { useText } from './text.tsx'

/** All amounts are invented, so they don't follow the rate card. */
export function PaymentPath() {
  const { t, locale } = useText()
  const minimum = formatCents(MINIMUM_TRANSFER_CENTS, locale, 0)
  return (
    <Section id="payment" title={t('payment-title')} note={t('payment-note')}>
      <MoneyPath
        at={{
          earned: { cents: 618, note: t('payment-earned') },
          held: { cents: 1_240, note: t('payment-held') },
          available: { cents: 4_137, note: t('payment-available', { minimum }) },
          inTransfer: { cents: 2_500, note: t('payment-in-transfer') },
          paid: { cents: 9_120, note: t('payment-paid') },
        }}
        sumWord={t('payment-sum')}
        afterSum={t('payment-after-sum', { minimum })}
      />
    </Section>
  )
}
