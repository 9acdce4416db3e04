/** JSON API that controls the social networks from tests and seeds: `/_sandbox/social/…`. */
import { Router } from 'express'
import { z } from 'zod'
import { answer } from '../console/api.ts'
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
import { NETWORKS, READING_FAULTS, type SocialVideo, VERIFY_MODES } from './state.ts'

export const VerifyInput = z.strictObject({
  mode: z.enum(VERIFY_MODES),
  delayMs: z.coerce.number().int().min(0).max(600_000).default(5_000),
  times: z.coerce.number().int().min(1).nullable().default(null),
})
export const FaultInput = z.strictObject({
  kind: z.enum(READING_FAULTS),
  on: z.enum(['stats', 'videos', 'metrics', 'all']).default('all'),
  network: z.enum(NETWORKS).optional(),
  hours: z.coerce.number().min(0).max(240).default(30),
  delayMs: z.coerce.number().int().min(0).max(600_000).default(20_000),
  retryAfterS: z.coerce.number().int().min(0).max(3_600).default(5),
  times: z.coerce.number().int().min(1).nullable().default(1),
})

export function socialApi(world: World): Router {
  const router = Router()
  const { social } = world.state
  const shown = (video: SocialVideo) => ({ ...videoAnswer(world, video), ...video, figures: figuresOf(video, world.nowMs()) })

  router.get(
    '/_sandbox/social/accounts',
    answer(() => [...social.accounts.values()]),
  )
  router.post(
    '/_sandbox/social/accounts',
    answer((body) => createAccount(world, NewAccount.parse(body))),
  )
  router.get(
    '/_sandbox/social/accounts/:id',
    answer((_, { id = '' }) => accountOf(world, id)),
  )
  router.patch(
    '/_sandbox/social/accounts/:id',
    answer((body, { id = '' }) => editAccount(world, id, AccountEdit.parse(body))),
  )
  router.get(
    '/_sandbox/social/accounts/:id/videos',
    answer((_, { id = '' }) => videosOf(world, accountOf(world, id).id).map(shown)),
  )
  router.post(
    '/_sandbox/social/accounts/:id/videos',
    answer((body, { id = '' }) => shown(publishVideo(world, id, NewVideo.parse(body)))),
  )
  router.get(
    '/_sandbox/social/videos/:id',
    answer((_, { id = '' }) => shown(videoOf(world, id))),
  )
  router.patch(
    '/_sandbox/social/videos/:id',
    answer((body, { id = '' }) => shown(editVideo(world, id, VideoEdit.parse(body)))),
  )
  router.delete(
    '/_sandbox/social/videos/:id',
    answer((_, { id = '' }) => shown(deleteVideo(world, id))),
  )

  router.get(
    '/_sandbox/social/verification',
    answer(() => ({ ...social.verify, asks: social.asks, messages: [...social.verdicts.values()] })),
  )
  router.put(
    '/_sandbox/social/verification',
    answer((body) => {
      social.verify = VerifyInput.parse(body)
      return social.verify
    }),
  )
  router.get(
    '/_sandbox/social/faults',
    answer(() => social.faults),
  )
  router.post(
    '/_sandbox/social/faults',
    answer((body) => {
      social.faults.push(FaultInput.parse(body))
      return social.faults
    }),
  )
  router.delete(
    '/_sandbox/social/faults',
    answer(() => {
      social.faults = []
      return []
    }),
  )
  return router
}
