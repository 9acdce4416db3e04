/**
 * `node serve-app.ts FOLDER` serves the files of one built app to the gateway, without any dependencies. The gateway
 * sets the headers that matter to browsers.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, relative } from 'node:path'

/**
 * All other files of a build (source maps, reports) are not served. The gateway has the same list; `file-types.test.ts`
 * compares the two.
 */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
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
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface Variant {
  readonly bytes: Buffer
  readonly tag: string
}

function readVariant(file: string): Variant {
  const bytes = readFileSync(file)
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
}

/**
 * Reads all files once, because a build is small and never changes. As a result, no request path can reach any other
 * file.
 */
function readFolder(folder: string): Map<string, Variant> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [`/${relative(folder, file)}`, readVariant(file)]
    }),
  )
}

const accepts = (header: string, encoding: string) =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('Usage: node serve-app.ts FOLDER\n')
  process.exit(1)
}
const files = readFolder(folder)

const server = createServer((request, response) => {
  const { method, headers } = request
  const end = (status: number, fields: Record<string, string | number> = {}, body?: Buffer | string) =>
    response.writeHead(status, fields).end(method === 'HEAD' ? undefined : body)

  if (method !== 'GET' && method !== 'HEAD') return end(405, { Allow: 'GET, HEAD', 'Content-Length': 0 })
  const path = (request.url ?? '').split('?')[0] ?? ''
  if (path === '/healthz' || path === '/readyz') return end(200, { 'Content-Type': 'application/json' }, '{"ready":true}')
  const plain = files.get(path)
  const type = TYPES[extname(path)]
  if (!plain || !type || path.includes('/.')) return end(404, { 'Content-Type': 'text/plain' }, 'Not found')

  const [encoding, suffix] =
    ENCODINGS.find(([name, end]) => files.has(path + end) && accepts(String(headers['accept-encoding'] ?? ''), name)) ?? []
  const { bytes, tag } = (suffix && files.get(path + suffix)) || plain
  // The gateway recognises file names that contain a hash. Other clients can rely on the ETag.
  const fields = { 'Cache-Control': 'no-cache', ETag: tag, Vary: 'Accept-Encoding', ...(encoding ? { 'Content-Encoding': encoding } : {}) }
  if (String(headers['if-none-match'] ?? '').includes(tag)) return end(304, fields)
  return end(200, { ...fields, 'Content-Type': type, 'Content-Length': bytes.length, 'X-Content-Type-Options': 'nosniff' }, bytes)
})

const host = process.env.HOST ?? '127.0.0.1'
server.listen(Number(process.env.PORT ?? 0), host, () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ ready: `http://${host}:${port}`, files: files.size })}\n`)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    server.close(() => process.exit(0))
    // Keep-alive connections from the gateway must not keep the process running.
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 5_000).unref()
  })
