import type { Spool } from './adapters/spool.ts'

export interface Ports {
  /** Minimum wait for the day's views before a settlement, in real milliseconds. */
  readonly patienceMs: number
  readonly spool: Spool
}
