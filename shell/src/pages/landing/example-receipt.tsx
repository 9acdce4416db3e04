import { exclusionLabel, exclusionTable, fixTable } from '@reelfair/contracts/reasons'
import { earnedCents } from '@reelfair/rules'
import { formatCents, formatCount, formatDate, NumberField, serverNow } from '@reelfair/ui'
import { Receipt, type ReceiptProps } from '@reelfair/ui/ledger'
import { useState } from 'react'
import { todaysRateCard } from '../../components/packages.ts'
import { useText } from '../../messages/index.ts'

/** These view counts are invented. Sums, pay and rounding follow the product's rules. */
const SEEN = { canal: 318_406, brakes: 119_880 } as const
const TAKEN_OFF = { not_human: 12_960, link_not_in_bio: 7_374, code_missing: 4_210 } as const
const sum = (views: Readonly<Record<string, number>>) => Object.values(views).reduce((total, one) => total + one, 0)
/** This limit is above the view count of any real video. */
const MAX_VIEWS = 1_000_000_000
const QUALIFIED = sum(SEEN) - sum(TAKEN_OFF)
const entries = <Key extends string>(views: Readonly<Record<Key, number>>) => Object.entries(views) as [Key, number][]

const NOTES = [
  ['canal', 1],
  ['not_human', 2],
  ['pay', 3],
  ['rounding', 4],
  ['recompute', 5],
] as const

/** A creator's receipt with five notes. Visitors can change one figure and recompute the total. */
export function ExampleReceipt() {
  const { t, locale } = useText()
  const [check, setCheck] = useState<ReceiptProps['check']>({ state: 'fresh' })
  const [brakes, setBrakes] = useState<number | undefined>(SEEN.brakes)
  const isCount = brakes !== undefined && Number.isInteger(brakes) && brakes >= 0 && brakes <= MAX_VIEWS
  const shown = { ...SEEN, brakes: isCount ? brakes : 0 }
  const { campaignCentsPer1000 } = todaysRateCard()
  const total = earnedCents(QUALIFIED, campaignCentsPer1000)
  const recompute = () => {
    const again = earnedCents(Math.max(0, sum(shown) - sum(TAKEN_OFF)), campaignCentsPer1000)
    const at = serverNow()
    setCheck(again === total ? { state: 'same', at } : { state: 'differs', at, total: again, contact: t('receipt-differs') })
  }
  return (
    <>
      <div className="landing-receipt-try">
        <NumberField
          label={t('receipt-try', { title: t('receipt-brakes') })}
          hint={t('receipt-try-hint', { views: formatCount(SEEN.brakes, locale) })}
          value={brakes}
          onValue={(value) => {
            setBrakes(value)
            setCheck({ state: 'fresh' })
          }}
          min={0}
          max={MAX_VIEWS}
          step={1_000}
          error={!isCount && t('receipt-try-error')}
        />
      </div>
      <Slip seen={shown} total={total} onRecompute={recompute} {...(check && { check })} />
    </>
  )
}

type SlipProps = Pick<ReceiptProps, 'total' | 'check' | 'onRecompute'> & { readonly seen: Readonly<Record<keyof typeof SEEN, number>> }

function Slip({ seen, total, ...recheck }: SlipProps) {
  const { t, locale } = useText()
  const { campaignCentsPer1000, validFrom } = todaysRateCard()
  const rate = formatCents(campaignCentsPer1000, locale)
  const exactCents = (QUALIFIED * campaignCentsPer1000) / 1_000
  return (
    <Receipt
      number={t('receipt-number')}
      example={t('receipt-example')}
      party="@lina.mrtn"
      place="Instagram"
      title={t('receipt-campaign')}
      details={t('receipt-details')}
      total={total}
      seen={entries(seen).map(([id, views]) => ({ id, label: t(`receipt-${id}`), views }))}
      deducted={entries(TAKEN_OFF).map(([id, views]) => ({
        id,
        label: exclusionLabel(id, locale),
        views,
        note: id === 'not_human' ? t('receipt-growth-note') : fixTable[exclusionTable[id].fix][locale],
      }))}
      pay={[
        { id: 'rate', label: t('receipt-rate', { views: formatCount(QUALIFIED, locale), rate }), cents: exactCents, exact: true },
        { id: 'rounding', label: t('receipt-rounding'), cents: total - exactCents, exact: true, note: t('receipt-rounding-note') },
      ]}
      payNote={t('receipt-pay-note', { day: formatDate(`${validFrom}T12:00:00Z`, locale, { year: true }) })}
      notes={NOTES.map(([line, number]) => ({ line, title: t(`leader-${number}`), text: t(`leader-${number}-text`, { rate }) }))}
      {...recheck}
    />
  )
}
