/** Relays files from an app's own web server, with our caching rules. */
import { refuse } from '@reelfair/contracts'
import type { EdgeHandles } from '@reelfair/service-kit'
import type { Request, Response } from 'express'
import { relayRequest } from './relay-request.ts'
import { cacheControlOf } from './serve-file.ts'

const PASS_OUT = ['content-type', 'content-length', 'content-encoding', 'etag', 'last-modified', 'vary'] as const
const PASS_IN = ['accept', 'accept-encoding', 'if-none-match', 'if-modified-since'] as const

interface Source {
  readonly name: string
  readonly url: string
  readonly log: EdgeHandles<unknown>['log']
}

/**
 * @throws Refusal `not_found` if the file is missing or the server returns an HTML fallback page; `unavailable` if the
 * server fails
 */
export async function relayFile(req: Request, res: Response, path: string, { name, url, log }: Source): Promise<void> {
  const { origin, host, pathname } = new URL(url)
  await relayRequest(req, res, {
    to: name,
    origin,
    path: pathname.replace(/\/$/, '') + path,
    headers: { host, ...Object.fromEntries(PASS_IN.flatMap((key) => (req.headers[key] === undefined ? [] : [[key, req.headers[key]]]))) },
    limits: { bodyBytes: 0 },
    log,
    answerWith: (answer) => {
      const status = answer.statusCode ?? 0
      if (status >= 500) refuse('unavailable')
      if ((status !== 200 && status !== 304) || /^text\/html\b/.test(answer.headers['content-type'] ?? '')) refuse('not_found')
      const passed = PASS_OUT.flatMap((key) => (answer.headers[key] === undefined ? [] : [[key, answer.headers[key]]]))
      return { status, headers: { ...Object.fromEntries(passed), 'cache-control': cacheControlOf(path) } }
    },
  })
}
