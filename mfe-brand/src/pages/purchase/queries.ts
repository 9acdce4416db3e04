import type { CreditOrder } from '@reelfair/contracts'
import { redirectToProvider, usePages, useRead, useWrite } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'

const POLL_EVERY_MS = 3_000
const POLL_LATE_EVERY_MS = 15_000
const USUALLY_WITHIN_MS = 30_000

const isWaiting = ({ status }: CreditOrder) => status === 'open' || status === 'processing'

/**
 * Also polls while the order's status may change, because the page can miss a live update before the stream is
 * connected.
 * @returns `late`: whether the order has been pending for longer than usual
 */
export function useOrder(orderId: string) {
  const [late, setLate] = useState(false)
  const pollMs = (order: CreditOrder) => isWaiting(order) && (late ? POLL_LATE_EVERY_MS : POLL_EVERY_MS)
  const order = useRead('credits', '/payouts/credit-orders/:orderId', { orderId }, { pollMs })
  const waits = order.data !== undefined && isWaiting(order.data)
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
