/** What this service reads of its environment beside what every service reads. */
import { defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'

const isOrigin = (url: string) => URL.canParse(url) && new URL(url).origin === url && /^https?:/.test(url)
const isEndpoint = (url: string) => URL.canParse(url) && /^https?:\/\/[^@?#\s]+[^/?#\s]$/.test(url)

export const config = defineConfig({
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path')
    .describe('The site’s public address, which the verification workflow receives.'),
  WORKFLOW_URL: z
    .string()
    .refine(isEndpoint, 'expected an address like https://workflow.example/reelfair, without a slash at its end')
    .describe('Where the external verification workflow answers.'),
  WORKFLOW_TOKEN: z.string().min(16, 'expected 16 characters at least').describe('The bearer token that the workflow asks for.'),
  WORKFLOW_CALLBACK_SECRET: z
    .string()
    .min(32, 'expected 32 characters at least')
    .describe('Signs the messages that the workflow sends to /webhooks/verification.'),
})
