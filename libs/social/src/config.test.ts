import { expect, test } from 'vitest'
import { z } from 'zod'
import { faultsOfSocialConfig, socialConfig } from './config.ts'

const workflow = { WORKFLOW_URL: 'https://workflow.example/reelfair', WORKFLOW_TOKEN: 'token-of-the-tests-0123456789' }
const read = (more: object = {}) => ({ ...z.object(socialConfig).parse({ ...workflow, ...more }), ...more })
const KEY = 'key-of-the-tests-0123'

test('uses the workflow for every network by default', () => {
  expect(read().SOCIAL_YOUTUBE).toBe('workflow')
  expect(faultsOfSocialConfig(read({ NODE_ENV: 'production' }))).toEqual([])
})

test('demands a key for YouTube’s own API', () => {
  expect(faultsOfSocialConfig(read({ SOCIAL_YOUTUBE: 'official' }))).toEqual([expect.stringMatching(/^YOUTUBE_API_KEY is missing/)])
  expect(faultsOfSocialConfig(read({ SOCIAL_YOUTUBE: 'official', YOUTUBE_API_KEY: KEY }))).toEqual([])
})

test('rejects another address of the networks in production', () => {
  const sandbox = { SOCIAL_API_BASE: 'http://127.0.0.1:4320/official' }
  expect(faultsOfSocialConfig(read({ ...sandbox, NODE_ENV: 'production' }))).toEqual([expect.stringMatching(/^SOCIAL_API_BASE is set/)])
  expect(faultsOfSocialConfig(read(sandbox))).toEqual([])
  expect(() => read({ SOCIAL_API_BASE: 'http://127.0.0.1:4320/official/' })).toThrow('without a trailing slash')
})
