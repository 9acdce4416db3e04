import { expect, test } from 'vitest'
import { z } from 'zod'
import { faultsOfOauthConfig, faultsOfSocialConfig, needsConsent, oauthAppsOf, oauthConfig, socialConfig } from './config.ts'

const workflow = { WORKFLOW_URL: 'https://workflow.example/reelfair', WORKFLOW_TOKEN: 'token-of-the-tests-0123456789' }
const read = (more: Readonly<Record<string, string>> = {}) => ({
  ...z.object({ ...socialConfig, ...oauthConfig }).parse({ ...workflow, ...more }),
  NODE_ENV: more.NODE_ENV,
})
const KEY = 'key-of-the-tests-0123'
const ACCESS_KEY = Buffer.alloc(32, 1).toString('base64url')
const TIKTOK_APP = { TIKTOK_CLIENT_KEY: 'tiktok-app', TIKTOK_CLIENT_SECRET: 'secret-of-the-tests-0123' }

test('uses the workflow for every network by default, and connects no accounts', () => {
  const config = read({ NODE_ENV: 'production' })
  expect([config.SOCIAL_INSTAGRAM, config.SOCIAL_TIKTOK, config.SOCIAL_YOUTUBE]).toEqual(['workflow', 'workflow', 'workflow'])
  expect([...faultsOfSocialConfig(config), ...faultsOfOauthConfig(config)]).toEqual([])
  expect(oauthAppsOf(config)).toEqual({})
})

test.each([
  ['INSTAGRAM', { INSTAGRAM_ACCOUNT_ID: '17841400000000001', INSTAGRAM_ACCESS_TOKEN: KEY, ACCESS_KEY }],
  ['TIKTOK', { ACCESS_KEY }],
  ['YOUTUBE', { YOUTUBE_API_KEY: KEY, ACCESS_KEY }],
] as const)('names the keys that the official API of %s needs', (network, keys) => {
  const official = { [`SOCIAL_${network}`]: 'official' }
  const missing = Object.keys(keys).map((key) => `${key} is missing, but SOCIAL_${network} is official.`)
  expect(faultsOfSocialConfig(read(official)).toSorted()).toEqual(missing.toSorted())
  expect(faultsOfSocialConfig(read({ ...official, ...keys }))).toEqual([])
})

test('reads videos on Instagram and TikTok only with consent, once their own APIs are used', () => {
  const official = read({ SOCIAL_INSTAGRAM: 'official', SOCIAL_TIKTOK: 'official', SOCIAL_YOUTUBE: 'official' })
  const networks = ['instagram', 'tiktok', 'youtube'] as const
  expect(networks.map((network) => needsConsent(official, network))).toEqual([true, true, false])
  expect(networks.map((network) => needsConsent(read(), network))).toEqual([false, false, false])
})

test('demands an app for a network whose videos need consent', () => {
  expect(faultsOfOauthConfig(read({ SOCIAL_TIKTOK: 'official', ACCESS_KEY }))).toEqual([
    'TIKTOK_CLIENT_KEY is missing, but SOCIAL_TIKTOK is official.',
    'TIKTOK_CLIENT_SECRET is missing, but SOCIAL_TIKTOK is official.',
  ])
  expect(faultsOfOauthConfig(read({ SOCIAL_TIKTOK: 'official', ACCESS_KEY, ...TIKTOK_APP }))).toEqual([])
  expect(faultsOfOauthConfig(read({ SOCIAL_YOUTUBE: 'official', ACCESS_KEY }))).toEqual([])
})

test('demands the other half of an incomplete app, and a key for its tokens', () => {
  const { TIKTOK_CLIENT_KEY, TIKTOK_CLIENT_SECRET } = TIKTOK_APP
  expect(faultsOfOauthConfig(read({ TIKTOK_CLIENT_KEY, ACCESS_KEY }))).toEqual([
    'TIKTOK_CLIENT_SECRET is missing, but TIKTOK_CLIENT_KEY is set.',
  ])
  expect(faultsOfOauthConfig(read({ TIKTOK_CLIENT_SECRET }))).toEqual(['TIKTOK_CLIENT_KEY is missing, but TIKTOK_CLIENT_SECRET is set.'])
  expect(faultsOfOauthConfig(read(TIKTOK_APP))).toEqual([expect.stringMatching(/^ACCESS_KEY is missing/)])
})

test('describes the apps whose accounts creators can connect', () => {
  const SOCIAL_API_BASE = 'http://127.0.0.1:4320/official'
  expect(oauthAppsOf(read({ ...TIKTOK_APP, ACCESS_KEY, SOCIAL_API_BASE }))).toEqual({
    tiktok: { network: 'tiktok', clientId: 'tiktok-app', clientSecret: TIKTOK_APP.TIKTOK_CLIENT_SECRET, apiBase: SOCIAL_API_BASE },
  })
})

test('reads a key of exactly 32 bytes', () => {
  expect(read({ ACCESS_KEY }).ACCESS_KEY?.export()).toEqual(Buffer.alloc(32, 1))
  expect(() => read({ ACCESS_KEY: 'short' })).toThrow('expected 32 bytes in base64url')
})

test('rejects another address of the networks in production', () => {
  const sandbox = { SOCIAL_API_BASE: 'http://127.0.0.1:4320/official' }
  expect(faultsOfSocialConfig(read({ ...sandbox, NODE_ENV: 'production' }))).toEqual([expect.stringMatching(/^SOCIAL_API_BASE is set/)])
  expect(faultsOfSocialConfig(read(sandbox))).toEqual([])
  expect(() => read({ SOCIAL_API_BASE: 'http://127.0.0.1:4320/official/' })).toThrow('without a trailing slash')
})
