import { type ReactNode, useEffect, useState } from 'react'
import { formatDuration, formatTime, type Moment } from '../format.ts'
import { useUi } from '../provider/ui-provider.tsx'
import { houseNow, onHouseClock } from './house-clock.ts'

/**
 * Now by the house's clock, renewed each minute and when the page comes back from the background, where timers sleep.
 * @param everyMs how often, in milliseconds.
 */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(houseNow)
  useEffect(() => {
    const renew = () => setNow(houseNow())
    const timer = setInterval(renew, everyMs)
    const forget = onHouseClock(renew)
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
 * What is left until a moment, as text: "3 d 7 h". Its date stands next to it, in words of the page.
 * @param over what to say afterwards; "ended" by default.
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
 * The clock the product lives by: "Last reading 00:47, next in 9 h 18 min".
 * @param last when the last reading began; absent before the first one.
 * @param next when the next one starts; in the past it says that a reading runs.
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
