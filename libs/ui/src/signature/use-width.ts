import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * The width of an element in CSS pixels, followed while it changes. Minimum widths and labels that must not touch need real pixels.
 * @param before what counts until the element has been measured (and where nothing is laid out, as on a server)
 * @example const [ref, width] = useWidth<HTMLDivElement>(600)
 */
export function useWidth<E extends HTMLElement>(before: number): [RefObject<E | null>, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(before)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const found = element.getBoundingClientRect().width
      if (found > 0) setWidth(found)
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
