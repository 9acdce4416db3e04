/** What this service reads of its environment beside what every service reads. */
import { defineConfig, PrivateKey } from '@reelfair/service-kit'
import { z } from 'zod'

const isOrigin = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url) && new URL(url).origin === url

export const config = defineConfig({
  SESSION_PRIVATE_KEY: PrivateKey.describe('The Ed25519 private key that signs the session tokens: PEM, or its 32 bytes in base64url.'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'expected an address that begins with smtp:// or smtps://')
    .describe('The mail server, with name and password if it asks for them: smtps://name:password@host:465.'),
  MAIL_FROM: z
    .string()
    .regex(/@/, 'expected an address like Reelfair <hello@reelfair.example>')
    .describe('Whom mails come from: Reelfair <hello@reelfair.example>.'),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path or a slash at its end')
    .describe('The one address people type, without a path; links in mails begin with it.'),
})
