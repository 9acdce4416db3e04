import { defineConfig, PrivateKey } from '@reelfair/service-kit'
import { z } from 'zod'

const isOrigin = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url) && new URL(url).origin === url

const GoogleUrl = z.url({ protocol: /^https?$/ })

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
  GOOGLE_CLIENT_ID: z.string().optional().describe('Client id at Google; without it, nobody can sign in with Google.'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Client secret at Google; required with GOOGLE_CLIENT_ID.'),
  GOOGLE_AUTHORIZATION_URL: GoogleUrl.default('https://accounts.google.com/o/oauth2/v2/auth').describe(
    'Google’s page on which users choose an account.',
  ),
  GOOGLE_TOKEN_URL: GoogleUrl.default('https://www.googleapis.com/oauth2/v4/token').describe('Where Google exchanges a code for a token.'),
  GOOGLE_USERINFO_URL: GoogleUrl.endsWith('/userinfo', 'expected an address that ends with /userinfo')
    .default('https://www.googleapis.com/oauth2/v3/userinfo')
    .describe('Where Google returns a user’s id and address.'),
})
