import { defineConfig } from '@reelfair/service-kit'
import { oauthConfig, socialConfig } from '@reelfair/social'
import { z } from 'zod'

const isOrigin = (url: string) => URL.canParse(url) && new URL(url).origin === url && /^https?:/.test(url)

export const config = defineConfig({
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path')
    .describe('Public address of the site, sent to the verification workflow.'),
  ...socialConfig,
  ...oauthConfig,
  WORKFLOW_CALLBACK_SECRET: z
    .string()
    .min(32, 'expected at least 32 characters')
    .describe('Secret that the workflow uses to sign messages to /webhooks/verification.'),
})
