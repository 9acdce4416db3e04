import { defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'

const isOrigin = (url: string) => URL.canParse(url) && new URL(url).origin === url && /^https?:/.test(url)
const isEndpoint = (url: string) => URL.canParse(url) && /^https?:\/\/[^@?#\s]+[^/?#\s]$/.test(url)

export const config = defineConfig({
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path')
    .describe('Public address of the site, sent to the verification workflow.'),
  WORKFLOW_URL: z
    .string()
    .refine(isEndpoint, 'expected an address like https://workflow.example/reelfair, without a trailing slash')
    .describe('Base URL of the external verification workflow.'),
  WORKFLOW_TOKEN: z.string().min(16, 'expected at least 16 characters').describe('Bearer token for requests to the workflow.'),
  WORKFLOW_CALLBACK_SECRET: z
    .string()
    .min(32, 'expected at least 32 characters')
    .describe('Secret that the workflow uses to sign messages to /webhooks/verification.'),
})
