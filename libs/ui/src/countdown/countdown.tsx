import { type ReactNode, useEffect, useState } from 'react'
import { formatDuration, formatTime, type Moment } from '../format.ts'
import { useUi } from '../provider/ui-provider.tsx'
import { onServerClockChange, serverNow } from './server-clock.ts'

/**
 * The current server time in milliseconds since 1970. Also updates when the page becomes visible again, because
 * browsers throttle timers in background tabs.
 * @param everyMs Update interval; one minute by default.
 */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const renew = () => setNow(serverNow())
    const timer = setInterval(renew, everyMs)
    const forget = onServerClockChange(renew)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      forget()
      document.removeEventListener('visibilitychange', renew)
    }
  }, [everyMs])
  return now
}

/**
 * The time left until a moment: "3 d 7 h". Pages show the exact date beside it.
 * @param over Shown once the time is up; "ended" by default.
 * @example <Countdown to={campaign.endsAt} wrap={(left) => `${left} left`} />
 */
export function Countdown({ to, wrap, over }: { to: Moment; wrap?: (left: string) => ReactNode; over?: ReactNode }) {
  const { locale, words } = useUi()
  const end = new Date(to).getTime()
  const left = end - useNow(30_000)
  if (left <= 0) return <span className="rf-countdown">{over ?? words.timeOver}</span>
  const text = formatDuration(left, locale)
  return (
    <time className="rf-countdown" dateTime={new Date(end).toISOString()}>
      {wrap ? wrap(text) : text}
    </time>
  )
}

/**
 * Example: "Last reading 00:47, next in 9 h 18 min".
 * @param last Undefined before the first reading.
 * @param next A time in the past means that a reading is in progress.
 */
export function ReadingLine({ last, next }: { last?: Moment | undefined; next: Moment }) {
  const { locale, words } = useUi()
  const left = new Date(next).getTime() - useNow(30_000)
  const inTime = last === undefined ? words.firstReading : words.nextReading
  const coming = left > 0 ? inTime(formatDuration(left, locale)) : words.readingNow
  const line = last === undefined ? coming : `${words.lastReading(formatTime(last, locale))}, ${coming}`
  return (
    <span className="rf-reading" data-now={left <= 0 || undefined}>
      {line.charAt(0).toUpperCase() + line.slice(1)}
    </span>
  )
}
