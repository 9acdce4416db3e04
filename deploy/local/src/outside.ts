import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@reelfair/sandbox'
import { isFree } from '@reelfair/testkit/engines'
import { z } from 'zod'
import { UserError } from './user-error.ts'

const OauthApp = z.object({ clientId: z.string(), clientSecret: z.string() })

export const Outside = z.object({
  url: z.string(),
  /** Every address that the sandbox listens on, including addresses from earlier starts. */
  origins: z.array(z.string()),
  smtpUrl: z.string(),
  stripe: z.object({
    secretKey: z.string(),
    webhookSecrets: z.object({ platform: z.string(), connect: z.string(), thin: z.string() }),
  }),
  google: z.object({ url: z.string(), clientId: z.string(), clientSecret: z.string() }),
  social: z.object({ url: z.string(), token: z.string(), callbackSecret: z.string() }),
  networks: z.object({
    apiBase: z.string(),
    apps: z.object({
      instagram: OauthApp.extend({ accountId: z.string(), accessToken: z.string() }),
      tiktok: OauthApp,
      youtube: OauthApp.extend({ apiKey: z.string() }),
    }),
  }),
})
export type Outside = z.infer<typeof Outside>

/** Offset of the console's port from the gateway's port. */
const PORTS_ABOVE = 20

/**
 * Starts the sandbox with the folder's data.
 * @param appPort Gateway port. Omit it for commands that run while the system is down; the sandbox then sends no
 * webhooks
 * @param startsAt Start time of the clock, if the sandbox is new
 * @throws UserError in production
 */
export async function startOutside(folder: string, appPort?: number, startsAt?: Date): Promise<{ outside: Outside; sandbox: Sandbox }> {
  if (process.env.NODE_ENV === 'production')
    throw new UserError(
      'NODE_ENV=production: the sandbox, which replaces Stripe and the mail server, does not start in production. Unset NODE_ENV.',
    )
  const wanted = appPort === undefined ? undefined : appPort + PORTS_ABOVE
  const sandbox = await startSandbox({
    ...(wanted !== undefined && (await isFree(wanted)) ? { port: wanted } : {}),
    dataDir: join(folder, 'sandbox'),
    hosts: (process.env.SANDBOX_HOSTS ?? '').split(/[\s,]+/).filter(Boolean),
    ...(startsAt ? { startsAt } : {}),
    ...(appPort === undefined ? {} : { appOrigin: `http://localhost:${appPort}` }),
  })
  return { sandbox, outside: Outside.parse(sandbox) }
}

/** Returns the sandbox variables for one service, so that each service receives only the secrets that it needs. */
export function outsideEnv(
  { url, origins, smtpUrl, stripe, google, social, networks: { apiBase, apps } }: Outside,
  service: string,
  publicOrigin: string,
): Record<string, string> {
  const all = { CLOCK_URL: `${url}/_sandbox/clock` }
  const networks = {
    WORKFLOW_URL: social.url,
    WORKFLOW_TOKEN: social.token,
    SOCIAL_API_BASE: apiBase,
    INSTAGRAM_ACCOUNT_ID: apps.instagram.accountId,
    INSTAGRAM_ACCESS_TOKEN: apps.instagram.accessToken,
    YOUTUBE_API_KEY: apps.youtube.apiKey,
  }
  switch (service) {
    case 'identity':
      return {
        ...all,
        PUBLIC_ORIGIN: publicOrigin,
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'Reelfair <hello@reelfair.example>',
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        GOOGLE_AUTHORIZATION_URL: `${google.url}/authorize`,
        GOOGLE_TOKEN_URL: `${google.url}/token`,
        GOOGLE_USERINFO_URL: `${google.url}/userinfo`,
      }
    case 'verification':
      return {
        ...all,
        ...networks,
        PUBLIC_ORIGIN: publicOrigin,
        WORKFLOW_CALLBACK_SECRET: social.callbackSecret,
        INSTAGRAM_CLIENT_ID: apps.instagram.clientId,
        INSTAGRAM_CLIENT_SECRET: apps.instagram.clientSecret,
        TIKTOK_CLIENT_KEY: apps.tiktok.clientId,
        TIKTOK_CLIENT_SECRET: apps.tiktok.clientSecret,
        YOUTUBE_CLIENT_ID: apps.youtube.clientId,
        YOUTUBE_CLIENT_SECRET: apps.youtube.clientSecret,
      }
    case 'gateway':
      return { ...all, PICTURE_ORIGINS: origins.join(' '), GOOGLE_CLIENT_ID: google.clientId }
    case 'metrics':
      return { ...all, ...networks }
    case 'payouts':
      return {
        ...all,
        PUBLIC_ORIGIN: publicOrigin,
        STRIPE_API_BASE: url,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.platform,
        STRIPE_CONNECT_WEBHOOK_SECRET: stripe.webhookSecrets.connect,
        STRIPE_THIN_WEBHOOK_SECRET: stripe.webhookSecrets.thin,
      }
    default:
      return all
  }
}
