import { type ConfigOf, defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Ports } from './ports.ts'

export const config = defineConfig({
  SETTLEMENT_PATIENCE_SECONDS: z.coerce
    .number()
    .min(0)
    .default(60)
    .describe('Minimum wait for a day’s missing views; after that, but never before 04:00, the day is settled without them.'),
})

/** The sandbox's clock, which is rejected in production, tells that the sandbox runs. */
export const portsOf = (given: ConfigOf<typeof config> & { readonly CLOCK_URL?: string | undefined }): Ports => ({
  patienceMs: given.SETTLEMENT_PATIENCE_SECONDS * 1_000,
  isSandbox: given.CLOCK_URL !== undefined,
})
