import { defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'

const isEndpoint = (url: string) => URL.canParse(url) && /^https?:\/\/[^@?#\s]+[^/?#\s]$/.test(url)

export const config = defineConfig({
  WORKFLOW_URL: z
    .string()
    .refine(isEndpoint, 'expected a URL like https://workflow.example/reelfair, without a trailing slash')
    .describe('URL of the external workflow that reads the social networks.'),
  WORKFLOW_TOKEN: z.string().min(16, 'expected at least 16 characters').describe('Bearer token for the external workflow.'),
})
