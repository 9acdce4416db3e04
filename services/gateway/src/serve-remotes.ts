/** The apps within the shell, each from its own folder or web server, so that each is deployed alone. */
import { refuse } from '@reelfair/contracts'
import { type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import { relayFile } from './relay-file.ts'
import { serveFile } from './serve-file.ts'

type Sources = Readonly<Record<string, string>>

/** Where the shell finds them: asked at run time, so that no address is built in. */
export function listRemotes(sources: Sources): RequestHandler {
  const list = Object.fromEntries(Object.keys(sources).map((name) => [name, `/remotes/${name}/mf-manifest.json`]))
  return (_req, res) => {
    res.json(list)
  }
}

/** A file that is not there is 404, never the shell's page: the loader would take that for a script. */
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
