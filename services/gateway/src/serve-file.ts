/** Reads files on each request, so that apps can be deployed without a restart. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refuse } from '@reelfair/contracts'
import type { Request, Response } from 'express'

/** File types of our builds. Source maps, reports and other types are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/**
 * A file with a content hash in its name never changes. Browsers must revalidate all others, such as manifests and
 * icons.
 */
export const cacheControlOf = (path: string): string =>
  /\.[0-9a-f]{8,64}\.[\w.]+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Returns encodings in our order of preference. */
export function encodingsOf(header: string): readonly (typeof ENCODINGS)[number][] {
  const taken = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name)
  }
  return ENCODINGS.filter(({ name }) => taken.has(name))
}

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'])

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/**
 * @param path relative to the folder; refuse-malformed-path.ts has already rejected `..` and dot files
 * @throws Refusal `not_found`
 */
export async function serveFile(req: Request, res: Response, folder: string, path: string): Promise<void> {
  const type = TYPES[extname(path)]
  if (!type) refuse('not_found')
  for (const encoding of [...encodingsOf(String(req.headers['accept-encoding'] ?? '')), { name: undefined, suffix: '' }]) {
    const file = await openFile(join(folder, path + encoding.suffix))
    if (!file) continue
    try {
      const stat = await file.stat()
      if (!stat.isFile()) continue
      const tag = `"${stat.size.toString(36)}-${Math.trunc(stat.mtimeMs).toString(36)}${encoding.suffix}"`
      res.set({ 'Cache-Control': cacheControlOf(path), ETag: tag, Vary: 'Accept-Encoding' })
      if (String(req.headers['if-none-match'] ?? '').includes(tag)) {
        res.status(304).end()
        return
      }
      res.set({ 'Content-Type': type, 'Content-Length': String(stat.size) })
      if (encoding.name) res.set('Content-Encoding', encoding.name)
      if (req.method === 'HEAD') res.end()
      // `end` keeps the response within its Content-Length if the file grows in the meantime.
      else if (stat.size === 0) res.end()
      else await pipeline(file.createReadStream({ end: stat.size - 1, autoClose: false }), res).catch(ignoreGone(res))
      return
    } finally {
      await file.close()
    }
  }
  refuse('not_found')
}

/** Ignores only the error caused by a browser that disconnects midway. */
const ignoreGone = (res: Response) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && !res.destroyed) throw error
}

/** @returns undefined if the file is missing */
export async function readText(folder: string, path: string): Promise<string | undefined> {
  const file = await openFile(join(folder, path))
  try {
    return await file?.readFile('utf8')
  } finally {
    await file?.close()
  }
}
