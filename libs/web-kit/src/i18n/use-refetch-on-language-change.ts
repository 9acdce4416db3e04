import { useEffect, useRef } from 'react'
import { useLanguage } from './i18n.ts'

/**
 * Refetches after a language change, for responses that contain text from the service.
 * @param refetch must be the same function on every render
 * @example
 * const reviews = usePages('reviews', '/metrics/reviews')
 * useRefetchOnLanguageChange(reviews.refetch)
 */
export function useRefetchOnLanguageChange(refetch: () => unknown): void {
  const { locale } = useLanguage()
  const asked = useRef(locale)
  useEffect(() => {
    if (asked.current === locale) return
    asked.current = locale
    refetch()
  }, [locale, refetch])
}
