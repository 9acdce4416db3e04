import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'
import sharp from 'sharp'
import { z } from 'zod'
import { type Html, html, oneTimeNotice, sendNotice, sendPage } from '../pages/layout.ts'
import type { World } from '../world.ts'
import { FaultInput, OfficialInput, VerifyInput } from './api.ts'
import { accountEdit, multipart, videoEdit, videoOfForm } from './forms.ts'
import { accountOf, createAccount, deleteVideo, editAccount, editVideo, NewAccount, publishVideo, videoOf } from './network.ts'
import { revokeConsents } from './official/consents.ts'
import { avatar, thumbnail } from './pictures.ts'
import { accountsView, accountView, videoView } from './views.ts'

/** Pixels, as wide as the networks' covers. */
const PICTURE_WIDTH = 480
const SAMPLE = join(import.meta.dirname, '../../samples/reel.webm')

export function socialPages(world: World): Router {
  const router = Router()
  const notice = oneTimeNotice()

  router.get('/social', ({ query: { name } }, response) => {
    sendPage(response, { at: '/social', ...accountsView(world, typeof name === 'string' ? name.trim() : '', notice.take) })
  })
  for (const [path, view] of [
    ['/social/accounts/:id', accountView],
    ['/social/videos/:id', videoView],
  ] as const)
    router.get(path, (request, response) =>
      guarded(response, () => sendPage(response, { at: '/social', ...view(world, request.params.id, notice.take) })),
    )
  router.get('/social/samples/reel.webm', (_, response) => response.download(SAMPLE, 'reel.webm'))
  router.get('/social/pictures/:id.webp', (request, response) => sendPicture(response, () => thumbnail(videoOf(world, request.params.id))))
  router.get('/social/avatars/:id.webp', (request, response) => sendPicture(response, () => avatar(accountOf(world, request.params.id))))

  for (const [path, submit] of Object.entries(formsOf(world)))
    router.post(path, (request, response) =>
      guarded(response, async () => {
        const [to, message] = await submit((request.body ?? {}) as Record<string, string>, String(request.params.id), request)
        notice.set(message)
        response.redirect(303, to)
      }),
    )
  return router
}

/** Handles a form. @returns the next page and its notice */
type Submit = (form: Record<string, string>, id: string, request: Request) => Result | Promise<Result>
type Result = readonly [to: string, message: string]

const formsOf = (world: World): Record<string, Submit> => ({
  '/social/accounts': (form) => {
    const { id, username } = createAccount(world, NewAccount.parse(form))
    return [`/social/accounts/${id}`, `@${username} created.`]
  },
  '/social/accounts/:id': (form, id) => [`/social/accounts/${editAccount(world, id, accountEdit(form)).id}`, 'Profile saved.'],
  '/social/accounts/:id/revoke': (_, id) => {
    revokeConsents(world, accountOf(world, id).id)
    return [`/social/accounts/${id}`, 'Access revoked.']
  },
  '/social/official': (form) => {
    const { insightsLateHours = 0 } = OfficialInput.parse(form)
    world.state.social.official = { ...world.state.social.official, insightsLateHours }
    return ['/social#official', 'Saved.']
  },
  '/social/accounts/:id/videos': async (_, accountId, request) => {
    const { id } = publishVideo(world, accountId, await videoOfForm(await multipart(request)))
    return [`/social/videos/${id}`, 'Published. Views grow as the clock moves; Reelfair reads them every night.']
  },
  '/social/videos/:id': (form, id) => [`/social/videos/${editVideo(world, id, videoEdit(form, videoOf(world, id))).id}`, 'Video saved.'],
  '/social/videos/:id/delete': (_, id) => [`/social/videos/${deleteVideo(world, id).id}`, 'Video deleted.'],
  '/social/verification': ({ times, ...form }) => {
    world.state.social.verify = VerifyInput.parse({ ...form, times: times || null })
    return ['/social#verification', 'Saved.']
  },
  '/social/faults': ({ 'fault-times': times, ...form }) => {
    world.state.social.faults.push(FaultInput.parse({ ...form, times: times || null }))
    return ['/social#reading', 'Saved.']
  },
  '/social/faults/clear': () => {
    world.state.social.faults = []
    return ['/social#reading', 'Readings work normally again.']
  },
})

const sendPicture = (response: Response, draw: () => Html) =>
  guarded(response, async () => {
    const picture = await sharp(Buffer.from(draw().text)).resize(PICTURE_WIDTH).webp().toBuffer()
    // The product's pages embed these pictures from another origin.
    response.set({ 'cross-origin-resource-policy': 'cross-origin' }).type('webp').send(picture)
  })

async function guarded(response: Response, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof RangeError ? error.message : undefined
    if (sentence === undefined) throw error
    sendNotice(response, 400, 'That didn’t work', html`${sentence} <a href="/social">Back</a>`)
  }
}
