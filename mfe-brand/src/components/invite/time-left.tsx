import { Countdown, formatDateTime } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

/** A countdown always stands next to its date. */
export function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const { t, locale } = useText()
  return (
    <>
      <Countdown to={expiresAt} wrap={(time) => t('campaign-left', { time })} />
      {', '}
      {t('invitation-until', { at: formatDateTime(expiresAt, locale, { weekday: 'short' }) })}
    </>
  )
}
