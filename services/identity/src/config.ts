import { defineConfig, PrivateKey } from '@reelfair/service-kit'
import { z } from 'zod'

const isOrigin = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url) && new URL(url).origin === url

export const config = defineConfig({
  SESSION_PRIVATE_KEY: PrivateKey.describe('Ed25519 private key that signs session tokens: PEM, or 32 bytes in base64url.'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'expected an address that starts with smtp:// or smtps://')
    .describe('Address of the mail server, with user name and password if required: smtps://name:password@host:465.'),
  MAIL_FROM: z
    .string()
    .regex(/@/, 'expected an address like Reelfair <hello@reelfair.example>')
    .describe('Sender of e-mails: Reelfair <hello@reelfair.example>.'),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path or trailing slash')
    .describe('Public address of the site, without a path; links in e-mails start with it.'),
})
