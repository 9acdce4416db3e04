import { redirectToProvider, usePages, useRead, useWrite } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'

const POLL_EVERY_MS = 3_000
const POLL_LATE_EVERY_MS = 15_000
const USUALLY_WITHIN_MS = 30_000

/**
 * Also polls while the order's status may change, because the page can miss a live update before the stream is
 * connected.
 * @returns `late`: whether the order has been pending for longer than usual
 */
export function useOrder(orderId: string) {
  const order = useRead('credits', '/payouts/credit-orders/:orderId', { orderId })
  const [late, setLate] = useState(false)
  const waits = order.data?.status === 'open' || order.data?.status === 'processing'
  const { refetch } = order
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void refetch(), late ? POLL_LATE_EVERY_MS : POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [waits, late, refetch])
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLate(true), USUALLY_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return { order, late }
}

export const useOrders = () => usePages('credits', '/payouts/credit-orders', { limit: 10 })

export const useCreditStatement = () => usePages('credits', '/payouts/credits/statement', { limit: 10 })

export const useBuy = () =>
  useWrite('POST', '/payouts/credit-orders', {
    changes: ['credits'],
    onDone: ({ url }) => {
      if (url !== undefined) redirectToProvider(url)
    },
  })
