/** What this service reads of its environment beside what every service reads. */
import { Network } from '@reelfair/contracts'
import { type ConfigOf, defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'
import { createSpool } from './adapters/spool.ts'
import type { Ports } from './ports.ts'

const network = Network.options.join('|')

export const config = defineConfig({
  PUBLIC_CAMPAIGN_NETWORKS: z
    .string()
    .regex(new RegExp(`^(?:${network})(?:,(?:${network}))*$`), `expected some of ${Network.options.join(', ')}, with commas between`)
    .default('instagram')
    .describe('The networks whose campaigns creators may join by themselves, with commas between.'),
  VIDEO_WINDOW_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(14)
    .describe('For so many days after it is first seen a video’s views count; kept with each sign-up.'),
  SETTLEMENT_PATIENCE_SECONDS: z.coerce
    .number()
    .min(0)
    .default(60)
    .describe('So long at least, and until 04:00, a day’s settlement waits for the day’s views.'),
  UPLOAD_FOLDER: z.string().startsWith('/', 'expected a folder, from the root on').optional().meta({
    description:
      'Where uploads are judged: a folder on a disk, of this replica alone, with room for UPLOADS_AT_ONCE times 40 MB. The first upload removes the files of an earlier process.',
    without: 'the machine’s temporary folder',
  }),
  UPLOADS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe('Uploads that a replica takes at the same time; more are answered 503.'),
})

/** The settings as the use cases take them. */
export const settings = (given: ConfigOf<typeof config>): Ports => ({
  publicNetworks: given.PUBLIC_CAMPAIGN_NETWORKS.split(',').map((name) => Network.parse(name)),
  windowDays: given.VIDEO_WINDOW_DAYS,
  patienceMs: given.SETTLEMENT_PATIENCE_SECONDS * 1_000,
  spool: createSpool({ folder: given.UPLOAD_FOLDER, atOnce: given.UPLOADS_AT_ONCE }),
})
