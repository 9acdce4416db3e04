import { useLanguage } from '@reelfair/web-kit'
import { useEffect, useRef } from 'react'

/** Asks again once the reader changes the language: for answers whose sentences the service writes. */
export function useAgainIn(refetch: () => unknown): void {
  const { locale } = useLanguage()
  const asked = useRef(locale)
  useEffect(() => {
    if (asked.current === locale) return
    asked.current = locale
    refetch()
  }, [locale, refetch])
}
