/** What the gateway is told by its environment. */
import { BlockList, isIP } from 'node:net'
import { SERVICES, type ServiceName } from '@reelfair/contracts'
import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { defineConfig } from '@reelfair/service-kit'
import { z } from 'zod'

/** Only there does a browser keep a `Secure` cookie over plain http: Chromium counts these names as safe (session-cookie.browser.test.ts). */
const LOCAL = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const isWeb = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url)
const isOrigin = (url: string) => isWeb(url) && new URL(url).origin === url
const keepsCookies = (url: string) => !isWeb(url) || new URL(url).protocol === 'https:' || LOCAL.test(new URL(url).hostname)

const PublicOrigin = z
  .string()
  .refine(isOrigin, 'expected an origin like https://reelfair.example, without a path or a slash at its end')
  .refine(
    keepsCookies,
    'over plain http browsers keep the session cookie (Secure, __Host-) on localhost, *.localhost, 127.0.0.1 and [::1] only; anywhere else it has to begin with https://',
  )

const ServiceUrl = z.string().refine(isOrigin, 'expected an address like http://127.0.0.1:4001, without a path')

/** Where built files are: a folder, or a web server that is deployed by itself. */
const WebSource = z
  .string()
  .min(1)
  .refine((place) => !place.includes('://') || isWeb(place), 'expected a folder, or an address that begins with http:// or https://')
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

/** Instagram, TikTok and YouTube serve pictures from hosts that vary by region. */
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

/** Where each service answers. */
export const urlsOf = (given: Readonly<Record<ServiceKey, string>>): Record<ServiceName, string> =>
  Object.fromEntries(SERVICES.map((name) => [name, given[keyOf(name)]])) as Record<ServiceName, string>

export const config = defineConfig({
  PUBLIC_ORIGIN: PublicOrigin.describe('The one address people type, without a path.'),
  ALLOWED_HOSTS: HostNames.describe(
    'Further host names that it answers to, with commas between, beside the one of PUBLIC_ORIGIN; any other is refused with 421.',
  ),
  ...(Object.fromEntries(SERVICES.map((name) => [keyOf(name), ServiceUrl.describe(`Where ${name} answers.`)])) as ServiceUrls),
  SUPPORT_EMAIL: z.email().default(DEFAULT_SUPPORT_EMAIL).describe('Where people write to a person; pages show it.'),
  PICTURE_ORIGINS: PictureOrigins.meta({
    description:
      'Origins of the networks’ pictures of videos, which pages may show; wildcards like https://*.cdninstagram.com are allowed.',
    without: PICTURE_ORIGINS.split(' ')
      .map((origin) => `\`${origin}\``)
      .join(', '),
  }),
  // Not SHELL: every Unix environment has that one already.
  SHELL_APP: WebSource.describe('The built shell: a folder, or the address of its own web server.'),
  REMOTE_CREATOR: WebSource.describe('The built creator app: a folder, or the address of its own web server.'),
  REMOTE_BRAND: WebSource.describe('The built brand app: a folder, or the address of its own web server.'),
  REMOTE_ADMIN: WebSource.describe('The built admin app: a folder, or the address of its own web server.'),
  GATEWAY_SECRET: z.string().min(32, 'expected 32 characters at least').describe('What the gateway proves itself with to the services.'),
  TRUST_PROXY: Proxies.describe('Addresses and subnets of the proxies in front, whose X-Forwarded-For is believed; none when left out.'),
  REQUESTS_PER_ADDRESS: PerMinute.default(6_000).describe('Requests a minute of one address (IPv6: of one /56), files included.'),
  // Counted before the signature is looked at, which costs little. Stripe lets us do 100 things a second, each of which it may tell us of; see `webhook`.
  WEBHOOKS_PER_ADDRESS: PerMinute.default(6_000).describe('Messages a minute to /webhooks/ of one address.'),
  REQUESTS_PER_SESSION: PerMinute.default(1_200).describe('Requests a minute to /api/ of one session.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token that opens /metrics, which is closed when left out: it stands on the public port.'),
  DEV_ORIGINS: Origins.describe(
    'Development only: origins of the dev servers; loosens the content policy and forwards web sockets to them.',
  ),
})
