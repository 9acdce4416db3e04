/** The shell's files, and its one page for every address that people type. */
import { extname } from 'node:path'
import { refuse } from '@reelfair/contracts'
import { type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import type { PageStart } from './page-start.ts'
import { relayFile } from './relay-file.ts'
import { newNonce, pagePolicy } from './security-headers.ts'
import { readText, serveFile } from './serve-file.ts'

const PAGE_MS = 10_000
/** Here are files only: what is missing is missing. */
const FILES = /^\/(?:api|assets|remotes|static)(?:\/|$)/

interface Options {
  readonly source: string
  readonly startOf: (path: string, cookies: string | undefined) => Promise<PageStart>
  readonly supportEmail: string
  readonly pictureOrigins: readonly string[]
  readonly devOrigins: readonly string[]
  readonly log: EdgeHandles<unknown>['log']
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export function serveShell({ source, startOf, supportEmail, pictureOrigins, devOrigins, log }: Options): RequestHandler {
  const isServer = source.includes('://')

  async function fetchPage(): Promise<string | undefined> {
    try {
      const answer = await fetch(`${source}/index.html`, {
        headers: { accept: 'text/html' },
        redirect: 'error',
        signal: AbortSignal.timeout(PAGE_MS),
      })
      const text = await answer.text()
      return answer.ok ? text : undefined
    } catch (error) {
      log.warn({ error }, 'the shell’s web server does not answer')
      return undefined
    }
  }

  return async (req, res) => {
    const { path } = req
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      refuse('method_not_allowed')
    }
    const takesPage = !FILES.test(path) && /\btext\/html\b/.test(req.headers.accept ?? '')
    // A page's own name, like a creator's, may hold a dot; a browser asks for pages as text/html and for files never so.
    if (!takesPage && path !== '/' && path !== '/index.html') {
      nameRoute(res, 'file')
      if (extname(path) === '' || path.endsWith('/')) refuse('not_found')
      if (isServer) await relayFile(req, res, path, { name: 'shell', url: source, log })
      else await serveFile(req, res, source, path)
      return
    }
    nameRoute(res, 'page')
    const [page, start] = await Promise.all([isServer ? fetchPage() : readText(source, 'index.html'), startOf(path, req.headers.cookie)])
    if (page === undefined) {
      log.error({ source }, 'the shell has no index.html')
      refuse('unavailable')
    }
    const nonce = newNonce()
    res.set({
      'Content-Security-Policy': pagePolicy(nonce, pictureOrigins, devOrigins),
      // It names who is signed in: nobody else may get it from a cache, nor its owner after signing out.
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
    })
    // Not `send`: Express would add a tag, and with it the browser could keep an old nonce beside a new policy.
    if (req.method === 'HEAD') return void res.end()
    const values = { nonce, supportEmail, session: escapeAttribute(start.session) }
    // By functions: what is written in must not be read as a pattern of `replace`.
    const filled = page.replaceAll(/\{\{(nonce|supportEmail|session)\}\}/g, (_, name: keyof typeof values) => values[name])
    res.end(filled.replace('</head>', () => `${start.links}</head>`))
  }
}
