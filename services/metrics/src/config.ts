/** What this service reads of its environment beside what every service reads. */
import { defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'

const isEndpoint = (url: string) => URL.canParse(url) && /^https?:\/\/[^@?#\s]+[^/?#\s]$/.test(url)

export const config = defineConfig({
  WORKFLOW_URL: z
    .string()
    .refine(isEndpoint, 'expected an address like https://workflow.example/reelfair, without a slash at its end')
    .describe('Where the external workflow answers, which reads the social networks.'),
  WORKFLOW_TOKEN: z.string().min(16, 'expected 16 characters at least').describe('The bearer token that the workflow asks for.'),
  REVIEW_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(336)
    .default(72)
    .describe('So many hours views in review wait for a person before the default applies.'),
})
