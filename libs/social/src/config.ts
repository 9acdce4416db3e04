import { createSecretKey } from 'node:crypto'
import type { Network } from '@reelfair/contracts'
import { z } from 'zod'
import { type FetchPicture, pictureFetcher } from './fetch-picture.ts'
import { httpProvider } from './http-provider.ts'
import { instagramProvider } from './instagram-provider.ts'
import type { OauthApp } from './oauth.ts'
import { withAverageViews } from './official.ts'
import type { SocialProvider } from './provider.ts'
import { providerOf } from './provider-of.ts'
import { tiktokProvider } from './tiktok-provider.ts'
import { youtubeProvider } from './youtube-provider.ts'

const isEndpoint = (url: string) => URL.canParse(url) && /^https?:\/\/[^@?#\s]+[^/?#\s]$/.test(url)

const source = (name: string) =>
  z
    .enum(['workflow', 'official'])
    .default('workflow')
    .describe(
      `Source of ${name} data: the external workflow, or ${name}’s own API (official). Must be the same in verification and metrics.`,
    )
const Secret = z.string().min(16, 'expected at least 16 characters').optional()
const Id = z
  .string()
  .regex(/^[\w.-]+$/, 'expected letters, digits, dots and dashes')
  .optional()

/** Environment variables of the services that read social networks. */
export const socialConfig = {
  WORKFLOW_URL: z
    .string()
    .refine(isEndpoint, 'expected an address like https://workflow.example/reelfair, without a trailing slash')
    .describe('Base URL of the external workflow that verifies accounts and reads the social networks.'),
  WORKFLOW_TOKEN: z.string().min(16, 'expected at least 16 characters').describe('Bearer token for requests to the workflow.'),
  SOCIAL_INSTAGRAM: source('Instagram'),
  SOCIAL_TIKTOK: source('TikTok'),
  SOCIAL_YOUTUBE: source('YouTube'),
  INSTAGRAM_ACCOUNT_ID: Id.describe(
    'Id of our own professional Instagram account, which looks up others; required if SOCIAL_INSTAGRAM is official.',
  ),
  INSTAGRAM_ACCESS_TOKEN: Secret.describe('Access token of that account; required if SOCIAL_INSTAGRAM is official.'),
  YOUTUBE_API_KEY: Secret.describe('Key of the YouTube Data API; required if SOCIAL_YOUTUBE is official.'),
  YOUTUBE_DAILY_UNITS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('This process’s share of the YouTube Data API’s daily quota, in units.'),
  ACCESS_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'expected 32 bytes in base64url')
    .transform((text) => createSecretKey(text, 'base64url'))
    .optional()
    .describe(
      'Key that encrypts access tokens between verification and metrics: 32 bytes in base64url, the same in both. Required if a network is official or a client id is set.',
    ),
  SOCIAL_API_BASE: z
    .string()
    .refine(isEndpoint, 'expected an address like http://127.0.0.1:4320/official, without a trailing slash')
    .optional()
    .describe('Address to use in place of the https:// before a network’s host, such as the sandbox; rejected if NODE_ENV=production.'),
}

/** Environment variables of our apps at the networks, with which creators connect their accounts. */
export const oauthConfig = {
  INSTAGRAM_CLIENT_ID: Id.describe(
    'Id of our Instagram app, with which creators connect accounts; required if SOCIAL_INSTAGRAM is official.',
  ),
  INSTAGRAM_CLIENT_SECRET: Secret.describe('Secret of that app; required with INSTAGRAM_CLIENT_ID.'),
  TIKTOK_CLIENT_KEY: Id.describe('Key of our TikTok app, with which creators connect accounts; required if SOCIAL_TIKTOK is official.'),
  TIKTOK_CLIENT_SECRET: Secret.describe('Secret of that app; required with TIKTOK_CLIENT_KEY.'),
  YOUTUBE_CLIENT_ID: Id.describe('Id of our Google app, with which creators connect YouTube channels; without it, they cannot.'),
  YOUTUBE_CLIENT_SECRET: Secret.describe('Secret of that app; required with YOUTUBE_CLIENT_ID.'),
}

type SocialConfig = z.infer<z.ZodObject<typeof socialConfig>> & { readonly NODE_ENV?: string | undefined }
type OauthConfig = z.infer<z.ZodObject<typeof oauthConfig>> & SocialConfig

/** Whether the network is read through its own API. */
export const isOfficial = (config: SocialConfig, network: Network): boolean =>
  config[({ instagram: 'SOCIAL_INSTAGRAM', tiktok: 'SOCIAL_TIKTOK', youtube: 'SOCIAL_YOUTUBE' } as const)[network]] === 'official'

/** Whether videos of the network can be read only with the creator’s consent. */
export const needsConsent = (config: SocialConfig, network: Network): boolean => network !== 'youtube' && isOfficial(config, network)

/** @returns a sentence for each fault that concerns several variables */
export function faultsOfSocialConfig(config: SocialConfig): string[] {
  const official = ([name, network, keys]: readonly [string, Network, readonly (keyof SocialConfig)[]]) =>
    isOfficial(config, network)
      ? keys.filter((key) => config[key] === undefined).map((key) => `${key} is missing, but SOCIAL_${name} is official.`)
      : []
  return [
    ...official(['INSTAGRAM', 'instagram', ['INSTAGRAM_ACCOUNT_ID', 'INSTAGRAM_ACCESS_TOKEN', 'ACCESS_KEY']]),
    ...official(['TIKTOK', 'tiktok', ['ACCESS_KEY']]),
    ...official(['YOUTUBE', 'youtube', ['YOUTUBE_API_KEY', 'ACCESS_KEY']]),
    ...(config.SOCIAL_API_BASE !== undefined && config.NODE_ENV === 'production'
      ? ['SOCIAL_API_BASE is set with NODE_ENV=production, which requires the real networks. Unset it.']
      : []),
  ]
}

const APPS = {
  instagram: ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET', 'SOCIAL_INSTAGRAM'],
  tiktok: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET', 'SOCIAL_TIKTOK'],
  youtube: ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET', 'SOCIAL_YOUTUBE'],
} as const
const NETWORKS = Object.keys(APPS) as Network[]

/** @returns a sentence for each fault that concerns several variables, without those of `faultsOfSocialConfig` */
export function faultsOfOauthConfig(config: OauthConfig): string[] {
  const apps = NETWORKS.flatMap((network) => {
    const [id, secret, source] = APPS[network]
    if (config[id] !== undefined && config[secret] !== undefined) return []
    if (needsConsent(config, network))
      return [id, secret].filter((key) => config[key] === undefined).map((key) => `${key} is missing, but ${source} is official.`)
    if (config[id] === config[secret]) return []
    return config[id] === undefined ? [`${id} is missing, but ${secret} is set.`] : [`${secret} is missing, but ${id} is set.`]
  })
  const isUnsealed = config.ACCESS_KEY === undefined && NETWORKS.some((network) => config[APPS[network][0]] !== undefined)
  return [...apps, ...(isUnsealed ? ['ACCESS_KEY is missing, but creators can connect accounts of a network.'] : [])]
}

/** Our apps at the networks whose accounts creators can connect. */
export function oauthAppsOf(config: OauthConfig): Readonly<Partial<Record<Network, OauthApp>>> {
  const apps = NETWORKS.flatMap((network): OauthApp[] => {
    const [clientId, clientSecret] = [config[APPS[network][0]], config[APPS[network][1]]]
    return clientId === undefined || clientSecret === undefined
      ? []
      : [{ network, clientId, clientSecret, apiBase: config.SOCIAL_API_BASE }]
  })
  return Object.fromEntries(apps.map((app) => [app.network, app]))
}

/** Creates the provider of each network as configured. */
export function configuredProvider(config: SocialConfig): SocialProvider {
  const workflow = httpProvider({ url: config.WORKFLOW_URL, token: config.WORKFLOW_TOKEN })
  const apiBase = config.SOCIAL_API_BASE
  const { INSTAGRAM_ACCOUNT_ID: accountId = '', INSTAGRAM_ACCESS_TOKEN: accessToken = '', YOUTUBE_API_KEY: apiKey = '' } = config
  const dailyUnits = config.YOUTUBE_DAILY_UNITS
  const official = (network: Network, create: () => SocialProvider) => (isOfficial(config, network) ? withAverageViews(create()) : workflow)
  return providerOf({
    instagram: official('instagram', () => instagramProvider({ accountId, accessToken, apiBase })),
    tiktok: official('tiktok', () => tiktokProvider({ apiBase })),
    youtube: official('youtube', () => youtubeProvider({ apiKey, dailyUnits, apiBase })),
  })
}

/** Downloads pictures from the networks, the workflow and the sandbox. */
export const configuredFetchPicture = ({ WORKFLOW_URL, SOCIAL_API_BASE = WORKFLOW_URL }: SocialConfig): FetchPicture =>
  pictureFetcher([WORKFLOW_URL, SOCIAL_API_BASE].map((url) => new URL(url).origin))
