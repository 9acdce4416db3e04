import { formatCents, formatCount } from '@reelfair/ui'
import { Receipt, type ReceiptProps } from '@reelfair/ui/ledger'
import { useState } from 'react'
import { pay } from '../../components/packages.ts'
import { useText } from '../../messages/index.ts'

/** The receipt of an example campaign: views by line, so that its sums are worked out and not copied. */
const SEEN = { canal: 318_406, brakes: 119_880 } as const
const TAKEN_OFF = { before: 4_210, growth: 12_960, link: 7_374 } as const
const sum = (views: Readonly<Record<string, number>>) => Object.values(views).reduce((total, one) => total + one, 0)
const QUALIFIED = sum(SEEN) - sum(TAKEN_OFF)

/** @source decisions §1: earned cents are a function of the views, rounded down once */
const exactCents = () => (QUALIFIED * pay.campaignCents) / 1_000
const earnedCents = () => Math.floor(exactCents())

/** A creator's receipt with five notes. "Recompute" does the sum again from the lines above it, before one's eyes. */
export function ExampleReceipt() {
  const { t, locale } = useText()
  const [check, setCheck] = useState<ReceiptProps['check']>({ state: 'fresh' })
  const rate = formatCents(pay.campaignCents, locale)
  const total = earnedCents()
  return (
    <Receipt
      number="R-20391"
      writtenAt="2026-11-18T23:52:00Z"
      party="@lina.mrtn"
      place="Instagram"
      title={t('receipt-campaign')}
      details={t('receipt-details')}
      total={total}
      seen={(['canal', 'brakes'] as const).map((id) => ({ id, label: t(`receipt-${id}`), views: SEEN[id] }))}
      seenNote={t('receipt-seen-note')}
      takenOff={(['before', 'growth', 'link'] as const).map((id) => ({
        id,
        label: t(`receipt-${id}`),
        views: TAKEN_OFF[id],
        note: t(`receipt-${id}-note`),
      }))}
      pay={[
        { id: 'rate', label: t('receipt-rate', { views: formatCount(QUALIFIED, locale), rate }), cents: exactCents(), exact: true },
        { id: 'share', label: t('receipt-share'), text: t('receipt-all') },
        {
          id: 'rounding',
          label: t('receipt-rounding'),
          cents: total - exactCents(),
          exact: true,
          note: t('receipt-rounding-note'),
        },
      ]}
      payNote={t('receipt-pay-note')}
      checksum="9f3c 71ae 04d8 5b62"
      {...(check && { check })}
      onRecompute={() => setCheck({ state: 'same', at: Date.now() })}
      notes={(
        [
          ['canal', 1],
          ['before', 2],
          ['pay', 3],
          ['rounding', 4],
          ['checksum', 5],
        ] as const
      ).map(([line, number]) => ({
        line,
        title: t(`leader-${number}`),
        text: t(`leader-${number}-text`, { rate }),
      }))}
    />
  )
}
