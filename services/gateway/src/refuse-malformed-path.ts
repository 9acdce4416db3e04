import { refuse } from '@reelfair/contracts'
import type { RequestHandler } from 'express'

const SEGMENTS = /^(?:\/[\w@~-][\w@~.-]*)*\/?$/

/**
 * Accepts only paths that every server behind the gateway interprets in the same way: segments of letters, digits and
 * `- _ ~ . @` that do not start with a dot. Another server might decode percent-encoded characters twice.
 */
export const refuseMalformedPath: RequestHandler = (req, _res, next) => {
  const path = req.originalUrl.split('?', 1)[0] ?? ''
  if (path.length > 1_000 || !SEGMENTS.test(path) || req.originalUrl.length > 8_000) refuse('not_found')
  next()
}
