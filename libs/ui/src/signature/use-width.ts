import { type RefCallback, useLayoutEffect, useState } from 'react'

/**
 * The width of an element in CSS pixels, followed while it changes. Minimum widths and labels that must not touch need real pixels.
 * The element may come later than the component that asks, as a chart does whose first figures are still on their way.
 * @param before what counts until the element has been measured (and where nothing is laid out, as on a server)
 * @example const [ref, width] = useWidth<HTMLDivElement>(600)
 */
export function useWidth<E extends HTMLElement>(before: number): [RefCallback<E>, number] {
  const [element, setElement] = useState<E | null>(null)
  const [width, setWidth] = useState(before)
  useLayoutEffect(() => {
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
  }, [element])
  return [setElement, width]
}
