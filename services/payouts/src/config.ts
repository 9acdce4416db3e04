import { defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'

const Secret = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}\\S{8,}$`), `expected a secret that begins with ${prefix.replaceAll(/[(?:)]/g, '')}`)

const isOrigin = (url: string) => URL.canParse(url) && new URL(url).origin === url && /^https?:/.test(url)

export const config = defineConfig({
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path')
    .describe('Public address of the site, without a path; Stripe redirects people back to it.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\S{4,}$/, 'expected a key that begins with sk_ or rk_')
    .describe('Stripe’s secret API key.'),
  STRIPE_API_BASE: z
    .string()
    .refine(isOrigin, 'expected an origin like http://127.0.0.1:4010, without a path')
    .optional()
    .describe(
      'Address to use in place of api.stripe.com, such as the sandbox. Also enables test earnings; rejected if NODE_ENV=production.',
    ),
  STRIPE_WEBHOOK_SECRET: Secret('whsec_').describe('Verifies events of the platform’s own account.'),
  STRIPE_CONNECT_WEBHOOK_SECRET: Secret('whsec_').describe('Verifies events of connected accounts.'),
  STRIPE_THIN_WEBHOOK_SECRET: Secret('whsec_').describe('Verifies thin events of Accounts v2.'),
})
