import type { Router } from 'express'
import { z } from 'zod'
import { jsonRoutes } from '../json-routes.ts'
import type { World } from '../world.ts'
import {
  AccountEdit,
  accountOf,
  createAccount,
  deleteVideo,
  editAccount,
  editVideo,
  figuresOf,
  NewAccount,
  NewVideo,
  publishVideo,
  VideoEdit,
  videoAnswer,
  videoOf,
  videosOf,
} from './network.ts'
import { narrowConsents, openConsentsOf, revokeConsents } from './official/consents.ts'
import { NETWORKS, READING_FAULTS, type SocialVideo, VERIFY_MODES } from './state.ts'

export const VerifyInput = z.strictObject({
  mode: z.enum(VERIFY_MODES),
  delayMs: z.coerce.number().int().min(0).max(600_000).default(5_000),
  times: z.coerce.number().int().min(1).nullable().default(null),
})
const ConsentEdit = z.strictObject({ scopes: z.array(z.string()) })
export const FaultInput = z.strictObject({
  kind: z.enum(READING_FAULTS),
  on: z.enum(['stats', 'videos', 'metrics', 'all']).default('all'),
  network: z.enum(NETWORKS).optional(),
  hours: z.coerce.number().min(0).max(240).default(30),
  delayMs: z.coerce.number().int().min(0).max(600_000).default(20_000),
  retryAfterS: z.coerce.number().int().min(0).max(3_600).default(5),
  times: z.coerce.number().int().min(1).nullable().default(1),
})

export const OfficialInput = z
  .strictObject({
    insightsLateHours: z.coerce.number().min(0).max(240),
    quotas: z.strictObject({
      instagram: z.coerce.number().int().min(1),
      tiktok: z.coerce.number().int().min(1),
      youtube: z.coerce.number().int().min(1),
    }),
  })
  .partial()

export function socialApi(world: World): Router {
  const { social } = world.state
  const shown = (video: SocialVideo) => ({ ...videoAnswer(world, video), ...video, figures: figuresOf(video, world.nowMs()) })
  return jsonRoutes({
    '/_sandbox/social/accounts': {
      get: () => [...social.accounts.values()],
      post: (body) => createAccount(world, NewAccount.parse(body)),
    },
    '/_sandbox/social/accounts/:id': {
      get: (_, { id = '' }) => accountOf(world, id),
      patch: (body, { id = '' }) => editAccount(world, id, AccountEdit.parse(body)),
    },
    '/_sandbox/social/accounts/:id/consents': {
      get: (_, { id = '' }) => openConsentsOf(world, accountOf(world, id).id),
      patch: (body, { id = '' }) => narrowConsents(world, accountOf(world, id).id, ConsentEdit.parse(body).scopes),
      delete: (_, { id = '' }) => ({ revoked: revokeConsents(world, accountOf(world, id).id) }),
    },
    '/_sandbox/social/official': {
      get: () => social.official,
      put: (body) => {
        const { insightsLateHours = social.official.insightsLateHours, quotas = social.official.quotas } = OfficialInput.parse(body)
        social.official = { insightsLateHours, quotas }
        return social.official
      },
    },
    '/_sandbox/social/accounts/:id/videos': {
      get: (_, { id = '' }) => videosOf(world, accountOf(world, id).id).map(shown),
      post: (body, { id = '' }) => shown(publishVideo(world, id, NewVideo.parse(body))),
    },
    '/_sandbox/social/videos/:id': {
      get: (_, { id = '' }) => shown(videoOf(world, id)),
      patch: (body, { id = '' }) => shown(editVideo(world, id, VideoEdit.parse(body))),
      delete: (_, { id = '' }) => shown(deleteVideo(world, id)),
    },
    '/_sandbox/social/verification': {
      get: () => ({ ...social.verify, asks: social.asks, messages: [...social.verdicts.values()] }),
      put: (body) => {
        social.verify = VerifyInput.parse(body)
        return social.verify
      },
    },
    '/_sandbox/social/faults': {
      get: () => social.faults,
      post: (body) => {
        social.faults.push(FaultInput.parse(body))
        return social.faults
      },
      delete: () => {
        social.faults = []
        return []
      },
    },
  })
}
