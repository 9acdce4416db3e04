import { type ConfigOf, settlementConfig } from '@reelfair/service-kit'
import type { Ports } from './ports.ts'

export const config = settlementConfig

/** The sandbox's clock, which is rejected in production, tells that the sandbox runs. */
export const portsOf = (given: ConfigOf<typeof config> & { readonly CLOCK_URL?: string | undefined }): Ports => ({
  patienceMs: given.SETTLEMENT_PATIENCE_SECONDS * 1_000,
  isSandbox: given.CLOCK_URL !== undefined,
})
