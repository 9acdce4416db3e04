import { z } from 'zod'
import { httpProvider } from './http-provider.ts'
import type { SocialProvider } from './provider.ts'
import { providerOf } from './provider-of.ts'
import { youtubeProvider } from './youtube-provider.ts'

const isEndpoint = (url: string) => URL.canParse(url) && /^https?:\/\/[^@?#\s]+[^/?#\s]$/.test(url)

/** Environment variables of the services that read social networks. */
export const socialConfig = {
  WORKFLOW_URL: z
    .string()
    .refine(isEndpoint, 'expected an address like https://workflow.example/reelfair, without a trailing slash')
    .describe('Base URL of the external workflow that verifies accounts and reads the social networks.'),
  WORKFLOW_TOKEN: z.string().min(16, 'expected at least 16 characters').describe('Bearer token for requests to the workflow.'),
  SOCIAL_YOUTUBE: z
    .enum(['workflow', 'official'])
    .default('workflow')
    .describe(
      'Source of YouTube data: the external workflow, or YouTube’s own API (official). Must be the same in verification and metrics.',
    ),
  YOUTUBE_API_KEY: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe('Key of the YouTube Data API; required if SOCIAL_YOUTUBE is official.'),
  SOCIAL_API_BASE: z
    .string()
    .refine(isEndpoint, 'expected an address like http://127.0.0.1:4320/official, without a trailing slash')
    .optional()
    .describe('Address to use in place of the https:// before a network’s host, such as the sandbox; rejected if NODE_ENV=production.'),
}

interface SocialConfig {
  readonly WORKFLOW_URL: string
  readonly WORKFLOW_TOKEN: string
  readonly SOCIAL_YOUTUBE: 'workflow' | 'official'
  readonly YOUTUBE_API_KEY?: string | undefined
  readonly SOCIAL_API_BASE?: string | undefined
  readonly NODE_ENV?: string | undefined
}

/** @returns a sentence for each fault that concerns several variables */
export function faultsOfSocialConfig({ SOCIAL_YOUTUBE, YOUTUBE_API_KEY, SOCIAL_API_BASE, NODE_ENV }: SocialConfig): string[] {
  return [
    ...(SOCIAL_YOUTUBE === 'official' && YOUTUBE_API_KEY === undefined
      ? ['YOUTUBE_API_KEY is missing, but SOCIAL_YOUTUBE is official.']
      : []),
    ...(SOCIAL_API_BASE !== undefined && NODE_ENV === 'production'
      ? ['SOCIAL_API_BASE is set with NODE_ENV=production, which requires the real networks. Unset it.']
      : []),
  ]
}

/** Creates the provider of each network as configured. */
export function configuredProvider(given: SocialConfig): SocialProvider {
  const workflow = httpProvider({ url: given.WORKFLOW_URL, token: given.WORKFLOW_TOKEN })
  // Creators cannot connect their accounts yet, so no network has a consent.
  const options = { accessOf: async () => undefined, apiBase: given.SOCIAL_API_BASE }
  const youtube = given.SOCIAL_YOUTUBE === 'official' ? youtubeProvider({ ...options, apiKey: given.YOUTUBE_API_KEY ?? '' }) : workflow
  return providerOf({ instagram: workflow, tiktok: workflow, youtube })
}
