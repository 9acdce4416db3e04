import { useEffect, useRef } from 'react'
import { useLanguage } from './i18n.ts'

/**
 * Asks again once the reader changes the language: for answers whose sentences the service writes.
 * @param refetch of a query; the same function from one drawing to the next
 * @example
 * const reviews = usePages<Review>('reviews', '/metrics/reviews')
 * useAgainIn(reviews.refetch)
 */
export function useAgainIn(refetch: () => unknown): void {
  const { locale } = useLanguage()
  const asked = useRef(locale)
  useEffect(() => {
    if (asked.current === locale) return
    asked.current = locale
    refetch()
  }, [locale, refetch])
}
