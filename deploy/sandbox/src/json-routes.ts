import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { StripeFault } from './stripe/fault.ts'

type Work = (body: unknown, path: Record<string, string>) => unknown
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Sends each handler's result as JSON, and expected errors as readable messages. */
export function jsonRoutes(routes: Readonly<Record<string, Partial<Record<Method, Work>>>>): Router {
  const router = Router()
  for (const [path, works] of Object.entries(routes)) {
    const route = router.route(path)
    for (const method of METHODS) if (works[method]) route[method](answer(works[method]))
  }
  return router
}

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete']

const answer =
  (work: Work): RequestHandler =>
  async (request, response) => {
    try {
      response.json((await work(request.body ?? {}, request.params as Record<string, string>)) ?? null)
    } catch (error) {
      if (error instanceof z.ZodError) response.status(400).json({ error: z.prettifyError(error) })
      else if (error instanceof StripeFault) response.status(error.status).json({ error: error.message })
      else if (error instanceof RangeError) response.status(400).json({ error: error.message })
      else throw error
    }
  }
