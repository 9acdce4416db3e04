import { type ConfigOf, defineConfig, settlementConfig } from '@reelfair/service-kit'
import { z } from 'zod'
import { createSpool } from './adapters/spool.ts'
import type { Ports } from './ports.ts'

export const config = defineConfig({
  ...settlementConfig,
  UPLOAD_FOLDER: z.string().startsWith('/', 'expected an absolute path').optional().meta({
    description:
      'Folder for checking uploads: on a disk, used only by this replica, with room for UPLOADS_AT_ONCE times 40 MB. The first upload removes files from an earlier process.',
    without: 'the system’s temporary folder',
  }),
  UPLOADS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe('Maximum number of concurrent uploads per replica; any more get 503.'),
})

export const portsOf = (given: ConfigOf<typeof config>): Ports => ({
  patienceMs: given.SETTLEMENT_PATIENCE_SECONDS * 1_000,
  spool: createSpool({ folder: given.UPLOAD_FOLDER, maxConcurrent: given.UPLOADS_AT_ONCE }),
})
