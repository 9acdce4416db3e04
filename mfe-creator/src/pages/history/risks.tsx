import { exclusionLabel } from '@reelfair/contracts/reasons'
import { ReasonChip } from '@reelfair/ui'
import { type Measured, viewsAtRisk } from '../../components/sign-ups/figures.ts'
import { useText } from './messages/index.ts'

/** Counted views at risk, in short. The open entry shows how to save them. */
export function Risks({ of: measured }: { of: Pick<Measured, 'videos' | 'state'> }) {
  const { t, locale } = useText()
  return viewsAtRisk(measured).map(({ reason, views }) => (
    <ReasonChip key={reason} kind="out" reason={exclusionLabel(reason, locale)} views={views} unit={t('risk-views')} />
  ))
}
