import { exclusionLabel, exclusionTable, fixTable } from '@reelfair/contracts/reasons'
import { ErrorLine, formatCents, formatCount, formatDate, Section, TextField } from '@reelfair/ui'
import { DiffersAnswer, Receipt, SameAnswer } from '@reelfair/ui/ledger'
import { todaysRateCard } from '../components/packages.ts'
import { EXAMPLE_CENTS, QUALIFIED, SEEN, TAKEN_OFF } from './example.ts'
import { useText } from './text.tsx'

const entries = <Name extends string>(views: Readonly<Record<Name, number>>) => Object.entries(views) as [Name, number][]

const NOTES = [
  ['canal', 1],
  ['not_human', 2],
  ['pay', 3],
  ['rounding', 4],
  ['recompute', 5],
] as const

/** A creator's receipt with five notes. script/receipt.ts lets visitors change one figure and recompute the total. */
export function ReceiptSection() {
  const { t, locale } = useText()
  const { campaignCentsPer1000: rate } = todaysRateCard()
  return (
    <Section id="receipt" title={t('receipt-title')} note={t('receipt-note')}>
      <div
        className="landing-receipt"
        data-rate={rate}
        data-views={SEEN.brakes}
        data-seen={SEEN.canal + SEEN.brakes}
        data-qualified={QUALIFIED}
        data-total={EXAMPLE_CENTS}
      >
        <div className="landing-receipt-try">
          <TextField
            label={t('receipt-try', { title: t('receipt-brakes') })}
            hint={t('receipt-try-hint', { views: formatCount(SEEN.brakes, locale) })}
            defaultValue={formatCount(SEEN.brakes, locale)}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <Slip />
        <template data-answer="error">
          <ErrorLine>{t('receipt-try-error')}</ErrorLine>
        </template>
        <template data-answer="same">
          <SameAnswer at="{{at}}" unit="cents" />
        </template>
        <template data-answer="differs">
          <DiffersAnswer at="{{at}}" total={formatCents(EXAMPLE_CENTS, locale)} again="{{again}}" contact={t('receipt-differs')} />
        </template>
      </div>
    </Section>
  )
}

function Slip() {
  const { t, locale, figure } = useText()
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
      total={EXAMPLE_CENTS}
      seen={entries(SEEN).map(([id, views]) => ({ id, label: t(`receipt-${id}`), views }))}
      deducted={entries(TAKEN_OFF).map(([id, views]) => ({
        id,
        label: exclusionLabel(id, locale),
        views,
        note: id === 'not_human' ? t('receipt-growth-note') : fixTable[exclusionTable[id].fix][locale],
      }))}
      pay={[
        { id: 'rate', label: t('receipt-rate', { views: formatCount(QUALIFIED, locale), rate }), cents: exactCents, exact: true },
        { id: 'rounding', label: t('receipt-rounding'), cents: EXAMPLE_CENTS - exactCents, exact: true, note: t('receipt-rounding-note') },
      ]}
      payNote={t('receipt-pay-note', { day: formatDate(`${validFrom}T12:00:00Z`, locale, { year: true }) })}
      notes={NOTES.map(([line, number]) => ({
        line,
        title: t(`leader-${number}`),
        text: t(`leader-${number}-text`, { rate: figure('campaign') }),
      }))}
      // Shows the button; the page's script handles it.
      onRecompute={() => undefined}
    />
  )
}
