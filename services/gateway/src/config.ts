import { BlockList, isIP } from 'node:net'
import { SERVICES, type ServiceName } from '@reelfair/contracts'
import { defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'

/** On these hosts, Chromium keeps a `Secure` cookie even over plain http (session-cookie.browser.test.ts). */
const LOCAL = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const isWeb = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url)
const isOrigin = (url: string) => isWeb(url) && new URL(url).origin === url
const keepsCookies = (url: string) => !isWeb(url) || new URL(url).protocol === 'https:' || LOCAL.test(new URL(url).hostname)

const PublicOrigin = z
  .string()
  .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path or trailing slash')
  .refine(
    keepsCookies,
    'browsers keep the session cookie (Secure, __Host-) over plain http only on localhost, *.localhost, 127.0.0.1 and [::1]; any other host needs https://',
  )

const ServiceUrl = z.string().refine(isOrigin, 'expected an address like http://127.0.0.1:4001, without a path')

const WebSource = z
  .string()
  .min(1)
  .refine((place) => !place.includes('://') || isWeb(place), 'expected a folder, or an address that starts with http:// or https://')
  .transform((place) => place.replace(/\/+$/, ''))

const Proxies = z
  .string()
  .default('')
  .transform((text, ctx) => {
    const list = new BlockList()
    for (const item of text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)) {
      const [address = '', bits] = item.split('/')
      const family = isIP(address)
      const longest = family === 4 ? 32 : 128
      if (family === 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= longest))) {
        ctx.addIssue({ code: 'custom', message: 'expected addresses or subnets separated by commas, like 10.0.0.0/8, ::1' })
        return z.NEVER
      }
      list.addSubnet(address, bits === undefined ? longest : Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    }
    return list
  })

const itemsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

const Origins = z
  .string()
  .default('')
  .transform(itemsOf)
  .refine(
    (list) => list.every((origin) => /^(?:https?|wss?):\/\/[\w.:[\]-]+$/.test(origin)),
    'expected origins like http://localhost:3001 ws://localhost:3001',
  )

/** Instagram, TikTok and YouTube serve images from hosts that vary by region. */
const PICTURE_ORIGINS = [
  ...['https://*.cdninstagram.com', 'https://*.fbcdn.net'],
  ...['https://*.tiktokcdn.com', 'https://*.tiktokcdn-us.com', 'https://*.tiktokcdn-eu.com'],
  'https://*.ytimg.com',
].join(' ')

const PictureOrigins = z
  .string()
  .default(PICTURE_ORIGINS)
  .transform(itemsOf)
  .refine(
    (list) => list.every((origin) => /^https?:\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/.test(origin)),
    'expected origins like https://i.ytimg.com https://*.cdninstagram.com',
  )

const HostNames = z
  .string()
  .default('')
  .transform((text) => itemsOf(text.toLowerCase()))
  .refine(
    (list) => list.every((name) => /^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(name)),
    'expected host names without ports, like www.reelfair.example, 10.0.0.7',
  )

const PerMinute = z.coerce.number().int().min(1)

type ServiceKey = `${Uppercase<ServiceName>}_URL`
type ServiceUrls = Record<ServiceKey, typeof ServiceUrl>
const keyOf = (name: ServiceName) => `${name.toUpperCase()}_URL` as ServiceKey

export const urlsOf = (given: Readonly<Record<ServiceKey, string>>): Record<ServiceName, string> =>
  Object.fromEntries(SERVICES.map((name) => [name, given[keyOf(name)]])) as Record<ServiceName, string>

export const config = defineConfig({
  PUBLIC_ORIGIN: PublicOrigin.describe('Public address of the site, without a path.'),
  ALLOWED_HOSTS: HostNames.describe(
    'Host names to accept besides the one in PUBLIC_ORIGIN, separated by commas; requests for other hosts get 421.',
  ),
  ...(Object.fromEntries(SERVICES.map((name) => [keyOf(name), ServiceUrl.describe(`Base URL of ${name}.`)])) as ServiceUrls),
  GOOGLE_CLIENT_ID: z.string().optional().describe('The same value as for identity; pages offer to sign in with Google if it is set.'),
  PICTURE_ORIGINS: PictureOrigins.meta({
    description: 'Origins from which pages may load the networks’ video thumbnails; wildcards like https://*.cdninstagram.com are allowed.',
    without: PICTURE_ORIGINS.split(' ')
      .map((origin) => `\`${origin}\``)
      .join(', '),
  }),
  // Not named SHELL, because every Unix environment sets that variable.
  SHELL_APP: WebSource.describe('The built shell: a folder or the address of its own web server.'),
  REMOTE_CREATOR: WebSource.describe('The built creator app: a folder or the address of its own web server.'),
  REMOTE_BRAND: WebSource.describe('The built brand app: a folder or the address of its own web server.'),
  REMOTE_ADMIN: WebSource.describe('The built admin app: a folder or the address of its own web server.'),
  GATEWAY_SECRET: z.string().min(32, 'expected at least 32 characters').describe('Secret that authenticates the gateway to the services.'),
  TRUST_PROXY: Proxies.describe('Addresses and subnets of the proxies whose X-Forwarded-For header is trusted.'),
  REQUESTS_PER_ADDRESS: PerMinute.default(6_000).describe('Maximum requests per minute from one address (IPv6: one /56), including files.'),
  // Matches the 100 requests a second that Stripe accepts from us, because each may cause a webhook. The limit applies
  // before the signature check, which is cheap; see `webhook` in service-kit.
  WEBHOOKS_PER_ADDRESS: PerMinute.default(6_000).describe('Maximum requests per minute to /webhooks/ from one address.'),
  REQUESTS_PER_SESSION: PerMinute.default(1_200).describe('Maximum requests per minute to /api/ from one session.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token required for /metrics, which is on the public port; if unset, /metrics is closed.'),
  DEV_ORIGINS: Origins.describe(
    'Development only: origins of the dev servers; relaxes the content security policy and forwards WebSockets to them.',
  ),
})
