/** The world around Reelfair, as services are told of it: Stripe, the social networks, the mail server, the one clock. */
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@reelfair/sandbox'
import { isFree } from '@reelfair/testkit/engines'
import { z } from 'zod'
import { Sentence } from './sentence.ts'

export const Outside = z.object({
  /** Of the sandbox: its console, and Stripe’s API. */
  url: z.string(),
  /** Every address at which the sandbox answers, also those of earlier starts. */
  origins: z.array(z.string()),
  smtpUrl: z.string(),
  stripe: z.object({
    secretKey: z.string(),
    webhookSecrets: z.object({ platform: z.string(), connect: z.string(), thin: z.string() }),
  }),
  /** Of the verification workflow, which also reads the social networks. */
  social: z.object({ url: z.string(), token: z.string(), callbackSecret: z.string() }),
})
export type Outside = z.infer<typeof Outside>

/** The console lies so far above the gateway's port. */
const PORTS_ABOVE = 20

/**
 * Starts the sandbox on the folder's data.
 * @param appPort Of the gateway; without one (a command while nothing runs) nothing is told to anybody
 * @param beginsAt Where its clock begins, if it is a new one
 * @throws Sentence in production
 */
export async function startOutside(folder: string, appPort?: number, beginsAt?: Date): Promise<{ outside: Outside; sandbox: Sandbox }> {
  if (process.env.NODE_ENV === 'production')
    throw new Sentence(
      'NODE_ENV=production: the sandbox, which stands for Stripe and the mail server, does not start there. Unset NODE_ENV.',
    )
  const wanted = appPort === undefined ? undefined : appPort + PORTS_ABOVE
  const sandbox = await startSandbox({
    ...(wanted !== undefined && (await isFree(wanted)) ? { port: wanted } : {}),
    dataDir: join(folder, 'sandbox'),
    hosts: (process.env.SANDBOX_HOSTS ?? '').split(/[\s,]+/).filter(Boolean),
    ...(beginsAt ? { beginsAt } : {}),
    ...(appPort === undefined ? {} : { appOrigin: `http://localhost:${appPort}` }),
  })
  return { sandbox, outside: Outside.parse(sandbox) }
}

/** What one service is told of it. Nobody else gets its secrets. */
export function outsideEnv(
  { url, origins, smtpUrl, stripe, social }: Outside,
  service: string,
  publicOrigin: string,
): Record<string, string> {
  const all = { CLOCK_URL: `${url}/_sandbox/clock` }
  switch (service) {
    case 'identity':
      return { ...all, PUBLIC_ORIGIN: publicOrigin, SMTP_URL: smtpUrl, MAIL_FROM: 'Reelfair <hello@reelfair.example>' }
    case 'verification':
      return {
        ...all,
        PUBLIC_ORIGIN: publicOrigin,
        WORKFLOW_URL: social.url,
        WORKFLOW_TOKEN: social.token,
        WORKFLOW_CALLBACK_SECRET: social.callbackSecret,
      }
    case 'gateway':
      return { ...all, PICTURE_ORIGINS: origins.join(' ') }
    case 'metrics':
      return { ...all, WORKFLOW_URL: social.url, WORKFLOW_TOKEN: social.token }
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
