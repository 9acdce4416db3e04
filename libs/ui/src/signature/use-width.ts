import { type RefCallback, useLayoutEffect, useState } from 'react'

/**
 * The width of an element in CSS pixels. The element may mount later than the component, for example after chart data
 * has loaded.
 * @param initialWidth Used until the element has been measured, and on the server.
 * @example const [ref, width] = useWidth<HTMLDivElement>(600)
 */
export function useWidth<E extends HTMLElement>(initialWidth: number): [RefCallback<E>, number] {
  const [element, setElement] = useState<E | null>(null)
  const [width, setWidth] = useState(initialWidth)
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
