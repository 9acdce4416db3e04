import type { Reading } from '@reelfair/contracts'
import { Countdown, formatDateTime, formatDay, Tiles } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

export function LatestReading({ last, nextAt }: { last: Reading; nextAt: string }) {
  const { t, locale } = useText()
  const day = formatDay(last.day, locale, { weekday: 'long', year: true })
  const at = formatDateTime(nextAt, locale)
  return (
    <>
      <Tiles
        tiles={[
          { label: t('reading-accounts'), value: last.accounts, note: t('reading-of', { day, at: formatDateTime(last.at, locale) }) },
        ]}
      />
      <p>
        {t('reading-next')} <Countdown to={nextAt} wrap={(time) => t('reading-in', { at, time })} over={t('reading-now', { at })} />
      </p>
    </>
  )
}
