/** Serves each app from its own folder or web server, so that apps can be deployed separately. */
import { refuse } from '@reelfair/contracts'
import { type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import { relayFile } from './relay-file.ts'
import { serveFile } from './serve-file.ts'

type Sources = Readonly<Record<string, string>>

/** The shell requests this list at run time, so that its build contains no addresses. */
export function listRemotes(sources: Sources): RequestHandler {
  const list = Object.fromEntries(Object.keys(sources).map((name) => [name, `/remotes/${name}/mf-manifest.json`]))
  return (_req, res) => {
    res.json(list)
  }
}

/** Returns 404 for a missing file instead of the shell's page, which the loader would run as a script. */
export function serveRemotes(sources: Sources, log: EdgeHandles<unknown>['log']): RequestHandler {
  const known = new Map(Object.entries(sources))
  return async (req, res) => {
    const [, name = '', path = ''] = /^\/remotes\/([a-z]+)(\/[^?]+)/.exec(req.originalUrl) ?? []
    const source = known.get(name)
    if (!source) refuse('not_found')
    nameRoute(res, `/remotes/${name}`)
    if (source.includes('://')) await relayFile(req, res, path, { name, url: source, log })
    else await serveFile(req, res, source, path)
  }
}
