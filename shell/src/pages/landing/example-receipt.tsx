import { exclusionTable, mendTable } from '@reelfair/contracts/reasons'
import { earnedCents } from '@reelfair/rules'
import { formatCents, formatCount, formatDate } from '@reelfair/ui'
import { Receipt, type ReceiptProps } from '@reelfair/ui/ledger'
import { useState } from 'react'
import { pay } from '../../components/packages.ts'
import { useText } from '../../messages/index.ts'

/** Invented views; sums, pay and rounding come from the product's own rules. */
const SEEN = { canal: 318_406, brakes: 119_880 } as const
const TAKEN_OFF = { not_human: 12_960, link_not_in_bio: 7_374, code_missing: 4_210 } as const
const sum = (views: Readonly<Record<string, number>>) => Object.values(views).reduce((total, one) => total + one, 0)
const QUALIFIED = sum(SEEN) - sum(TAKEN_OFF)
const entries = <Key extends string>(views: Readonly<Record<Key, number>>) => Object.entries(views) as [Key, number][]

/** A creator's receipt with five notes, labelled as an example. "Recompute" adds up its lines again, before one's eyes. */
export function ExampleReceipt() {
  const { t, locale } = useText()
  const [check, setCheck] = useState<ReceiptProps['check']>({ state: 'fresh' })
  const rate = formatCents(pay.campaignCentsPer1000, locale)
  const exactCents = (QUALIFIED * pay.campaignCentsPer1000) / 1_000
  const total = earnedCents(QUALIFIED, pay.campaignCentsPer1000)
  return (
    <Receipt
      number={t('receipt-number')}
      example={t('receipt-example')}
      party="@lina.mrtn"
      place="Instagram"
      title={t('receipt-campaign')}
      details={t('receipt-details')}
      total={total}
      seen={entries(SEEN).map(([id, views]) => ({ id, label: t(`receipt-${id}`), views }))}
      takenOff={entries(TAKEN_OFF).map(([id, views]) => ({
        id,
        label: exclusionTable[id][locale].replace(/\.$/, ''),
        views,
        note: id === 'not_human' ? t('receipt-growth-note') : mendTable[exclusionTable[id].mend][locale],
      }))}
      pay={[
        { id: 'rate', label: t('receipt-rate', { views: formatCount(QUALIFIED, locale), rate }), cents: exactCents, exact: true },
        { id: 'rounding', label: t('receipt-rounding'), cents: total - exactCents, exact: true, note: t('receipt-rounding-note') },
      ]}
      payNote={t('receipt-pay-note', { day: formatDate(`${pay.validFrom}T12:00:00Z`, locale, { year: true }) })}
      {...(check && { check })}
      onRecompute={() => setCheck({ state: 'same', at: Date.now() })}
      notes={(
        [
          ['canal', 1],
          ['not_human', 2],
          ['pay', 3],
          ['rounding', 4],
          ['recompute', 5],
        ] as const
      ).map(([line, number]) => ({
        line,
        title: t(`leader-${number}`),
        text: t(`leader-${number}-text`, { rate }),
      }))}
    />
  )
}
