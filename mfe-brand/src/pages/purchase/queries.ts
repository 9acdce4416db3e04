import type { CreditLine, CreditOrder, CreditOrderInput } from '@reelfair/contracts'
import { leaveFor, usePages, useRead, useWrite } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'

const ASK_EVERY_MS = 3_000
const ASK_LATER_EVERY_MS = 15_000
const USUALLY_WITHIN_MS = 30_000

/**
 * One order. While it may still change, it is asked again by and by too: the payment's word may arrive before the live stream stands, or never. `late`: that
 * goes on for longer than is usual.
 */
export function useOrder(id: string) {
  const order = useRead<CreditOrder>('credits', `/payouts/credit-orders/${encodeURIComponent(id)}`)
  const [late, setLate] = useState(false)
  const waits = order.data?.status === 'open' || order.data?.status === 'processing'
  const { refetch } = order
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void refetch(), late ? ASK_LATER_EVERY_MS : ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [waits, late, refetch])
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLate(true), USUALLY_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return { order, late }
}

/** The brand's orders, newest first. */
export const useOrders = () => usePages<CreditOrder>('credits', '/payouts/credit-orders', { limit: 10 })

/** What changed its credits, newest first. */
export const useCreditStatement = () => usePages<CreditLine>('credits', '/payouts/credits/statement', { limit: 10 })

/** Orders a package and leaves for its payment page. */
export const useBuy = () =>
  useWrite<CreditOrderInput, CreditOrder>('POST', '/payouts/credit-orders', {
    changes: ['credits'],
    onDone: ({ url }) => {
      if (url !== undefined) leaveFor(url)
    },
  })
