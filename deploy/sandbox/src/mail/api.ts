import { Router } from 'express'
import { z } from 'zod'
import { jsonRoutes } from '../json-routes.ts'
import type { Mail } from '../state.ts'
import type { World } from '../world.ts'

const Switches = z.strictObject({
  refuse: z.union([z.boolean(), z.literal('temporary')]).optional(),
  bounce: z.array(z.string().toLowerCase()).optional(),
  slowMs: z.number().min(0).max(60_000).optional(),
})

export const mailsTo = ({ state }: World, to: string | undefined): Mail[] =>
  [...state.mails.values()]
    .filter((mail) => to === undefined || mail.to.some((address) => address.toLowerCase() === to.toLowerCase()))
    .reverse()

export function mailApi(world: World): Router {
  const { state } = world
  const router = Router()
  const addressOf = (to: unknown) => (typeof to === 'string' && to !== '' ? to : undefined)
  router.get('/mail/api/messages', (request, response) => void response.json(mailsTo(world, addressOf(request.query.to))))
  router.get('/mail/api/latest', (request, response) => {
    const [latest] = mailsTo(world, addressOf(request.query.to))
    if (latest) response.json(latest)
    else response.status(404).json({ error: 'No e-mail to this address.' })
  })
  return router.use(
    jsonRoutes({
      '/mail/api/messages': { delete: () => state.mails.clear() },
      '/mail/api/switches': {
        get: () => state.mailSwitches,
        put: (body) => {
          const { refuse, bounce, slowMs } = Switches.parse(body)
          if (refuse !== undefined) state.mailSwitches.refuse = refuse
          if (bounce !== undefined) state.mailSwitches.bounce = bounce
          if (slowMs !== undefined) state.mailSwitches.slowMs = slowMs
          return state.mailSwitches
        },
      },
    }),
  )
}
