import { formatDate, formatTime, Page, Section, TextLink, useNow } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { useText } from './messages/index.ts'
import { Money } from './money.tsx'
import { PayoutAccount } from './payout-account.tsx'
import { StatementTable } from './statement-table.tsx'
import { WhatNext } from './what-next.tsx'

/** Each section of the page loads and fails independently. */
export function BalancePage() {
  const { t, locale } = useText()
  const now = useNow()
  const day = formatDate(now, locale, { weekday: 'long', month: 'long' })
  const today = { day: day.charAt(0).toUpperCase() + day.slice(1), time: formatTime(now, locale) }
  usePage(t('balance-title'))
  return (
    <Page>
      <Section
        title={t('balance-title')}
        level={1}
        note={t('balance-today', today)}
        link={<TextLink href="/dashboard">{t('balance-back')}</TextLink>}
      >
        <WhatNext />
      </Section>
      <Section id="money" title={t('money-title')} note={t('money-note')}>
        <Money />
      </Section>
      <Section id="account" title={t('account-title')} note={t('account-note')}>
        <PayoutAccount />
      </Section>
      <Section id="statement" title={t('statement-title')} note={t('statement-note')}>
        <StatementTable />
      </Section>
    </Page>
  )
}
