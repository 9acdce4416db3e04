import type { SignUp } from '@reelfair/contracts'
import { exclusionTable, isFixedInPlace, mendTable, restoreTable } from '@reelfair/contracts/reasons'
import { CopyButton, formatDateTime, ReasonChip, useNow } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { faultsNow, riskUntil, viewsAtRisk } from './figures.ts'

/**
 * Until the final reading what puts counted views at risk; while the campaign is active also every other fault that nothing has cleared yet. Each with its fix
 * at hand; boxed, as the creator has to act.
 */
export function Faults({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const now = useNow()
  const risks = viewsAtRisk(signUp)
  const others = signUp.state === 'active' ? faultsNow(signUp).filter(({ reason }) => risks.every((risk) => risk.reason !== reason)) : []
  if (risks.length + others.length === 0) return null
  const { text, at } = riskUntil(signUp, now)
  const inVideos = (videos: number) => signUp.videos.length > 1 && `${t('faults-videos', { count: videos, all: signUp.videos.length })} `
  return (
    <ul className="creator-faults" aria-label={t('faults-label')}>
      {risks.map(({ reason, videos, views }) => (
        <li key={reason}>
          <ReasonChip
            kind="out"
            boxed
            reason={exclusionTable[reason][locale].replace(/\.$/, '')}
            views={views}
            unit={t('risk-views')}
            mend={
              <>
                {inVideos(videos)}
                {restoreTable[reason][locale]} {t(text, { at: formatDateTime(at, locale, { weekday: 'short' }) })}
              </>
            }
          />
        </li>
      ))}
      {others.map(({ reason, videos, views }) => {
        const { mend } = exclusionTable[reason]
        return (
          <li key={reason}>
            <ReasonChip
              kind="out"
              boxed
              reason={exclusionTable[reason][locale].replace(/\.$/, '')}
              {...(views > 0 && { views, unit: t('faults-excluded') })}
              mend={
                <>
                  {inVideos(videos)}
                  {mendTable[mend][locale]} {isFixedInPlace(mend) && t('faults-then')}
                  {mend === 'add_link' && <CopyButton size="small" text={signUp.link} label={t('part-copy-link')} />}
                  {mend === 'add_code' && <CopyButton size="small" text={signUp.code} label={t('account-copy')} />}
                </>
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
