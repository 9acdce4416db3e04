import { Router } from 'express'
import type { World } from '../../world.ts'
import { instagramApi } from './instagram.ts'
import { oauthPages } from './oauth.ts'
import { tiktokApi } from './tiktok.ts'
import { youtubeApi } from './youtube.ts'

/** The networks' own APIs, each below its real host name: `/official/open.tiktokapis.com/v2/…`. */
export const officialApis = (world: World): Router =>
  Router().use('/official', oauthPages(world), instagramApi(world), tiktokApi(world), youtubeApi(world))
