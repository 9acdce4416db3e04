import type { Network } from '@reelfair/contracts'
import type { Spool } from './adapters/spool.ts'

export interface Ports {
  readonly publicNetworks: readonly Network[]
  readonly windowDays: number
  /** Minimum wait for the day's views before a settlement, in real milliseconds. */
  readonly patienceMs: number
  readonly spool: Spool
}
