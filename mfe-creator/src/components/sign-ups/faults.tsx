import { exclusionLabel, exclusionTable, fixTable, isFixedInPlace, restoreTable } from '@reelfair/contracts/reasons'
import { CopyButton, formatDateTime, ReasonChip, useNow } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { faultsNow, type Measured, riskUntil, viewsAtRisk } from './figures.ts'

/**
 * Until the final reading, shows faults that put counted views at risk. While the campaign or partnership is
 * active, also shows all other current faults.
 */
export function Faults({ of: measured }: { of: Measured }) {
  const { t, locale } = useText()
  const now = useNow()
  const risks = viewsAtRisk(measured)
  const others =
    measured.state === 'active' ? faultsNow(measured).filter(({ reason }) => risks.every((risk) => risk.reason !== reason)) : []
  if (risks.length + others.length === 0) return null
  const inVideos = (videos: number) =>
    measured.videos.length > 1 && `${t('faults-videos', { count: videos, all: measured.videos.length })} `
  return (
    <ul className="creator-faults" aria-label={t('faults-label')}>
      {risks.map(({ reason, videos, views }) => {
        const { text, at } = riskUntil({ reason }, measured, now)
        return (
          <li key={reason}>
            <ReasonChip
              kind="out"
              boxed
              reason={exclusionLabel(reason, locale)}
              views={views}
              unit={t('risk-views')}
              fix={
                <>
                  {inVideos(videos)}
                  {restoreTable[reason][locale]} {t(text, { at: formatDateTime(at, locale, { weekday: 'short' }) })}
                </>
              }
            />
          </li>
        )
      })}
      {others.map(({ reason, videos, views }) => {
        const { fix } = exclusionTable[reason]
        return (
          <li key={reason}>
            <ReasonChip
              kind="out"
              boxed
              reason={exclusionLabel(reason, locale)}
              {...(views > 0 && { views, unit: t('faults-excluded') })}
              fix={
                <>
                  {inVideos(videos)}
                  {fixTable[fix][locale]} {isFixedInPlace(fix) && t('faults-then')}
                  {fix === 'add_link' && <CopyButton size="small" text={measured.link} label={t('part-copy-link')} />}
                  {fix === 'add_code' && <CopyButton size="small" text={measured.code} label={t('account-copy')} />}
                </>
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
