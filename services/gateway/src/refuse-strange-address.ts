import { refuse } from '@reelfair/contracts'
import type { RequestHandler } from 'express'

const SEGMENTS = /^(?:\/[\w@~-][\w@~.-]*)*\/?$/

/**
 * Lets through only addresses that mean the same to everyone behind us: segments of letters, digits and `- _ ~ . @`, none that begins with a dot.
 * So there is no `..`, no `//`, no backslash and, as nothing of ours needs it, no percent sign that somebody could decode once more than we do.
 */
export const refuseStrangeAddress: RequestHandler = (req, _res, next) => {
  const path = req.originalUrl.split('?', 1)[0] ?? ''
  if (path.length > 1_000 || !SEGMENTS.test(path) || req.originalUrl.length > 8_000) refuse('not_found')
  next()
}
