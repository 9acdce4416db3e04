import { exclusionLabel, exclusionTable, fixTable } from '@reelfair/contracts/reasons'
import { ErrorLine, formatCount, Section, TextField } from '@reelfair/ui'
import { DiffersAnswer, Receipt, SameAnswer } from '@reelfair/ui/ledger'
import { QUALIFIED, SEEN, TAKEN_OFF } from './example.ts'
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
  const { t, locale, figure } = useText()
  return (
    <Section id="receipt" title={t('receipt-title')} note={t('receipt-note')}>
      <div
        className="landing-receipt"
        data-rate={figure('campaign-cents')}
        data-views={SEEN.brakes}
        data-seen={SEEN.canal + SEEN.brakes}
        data-qualified={QUALIFIED}
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
          <DiffersAnswer at="{{at}}" total="{{total}}" again="{{again}}" contact={t('receipt-differs')} />
        </template>
      </div>
    </Section>
  )
}

function Slip() {
  const { t, locale, figure } = useText()
  return (
    <Receipt
      number={t('receipt-number')}
      example={t('receipt-example')}
      party="@lina.mrtn"
      place="Instagram"
      title={t('receipt-campaign')}
      details={t('receipt-details')}
      total={figure(`campaign:${QUALIFIED}`)}
      seen={entries(SEEN).map(([id, views]) => ({ id, label: t(`receipt-${id}`), views }))}
      deducted={entries(TAKEN_OFF).map(([id, views]) => ({
        id,
        label: exclusionLabel(id, locale),
        views,
        note: id === 'not_human' ? t('receipt-growth-note') : fixTable[exclusionTable[id].fix][locale],
      }))}
      pay={[
        {
          id: 'rate',
          label: t('receipt-rate', { views: formatCount(QUALIFIED, locale), rate: figure('campaign') }),
          text: figure(`exact:${QUALIFIED}`),
        },
        { id: 'rounding', label: t('receipt-rounding'), text: figure(`rounding:${QUALIFIED}`), note: t('receipt-rounding-note') },
      ]}
      payNote={t('receipt-pay-note', { day: figure('rate-day') })}
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
