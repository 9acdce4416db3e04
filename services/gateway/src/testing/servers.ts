import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cleanUpLater } from '@reelfair/testkit'

export async function listenTo(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  cleanUpLater(close)
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export async function makeFolder(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-files-'))
  cleanUpLater(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

export const echo =
  (name: string): RequestListener =>
  (req, res) => {
    const answer = async () => {
      const body = await readBody(req)
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ service: name, method: req.method, url: req.url, headers: req.headers, body: body.toString() }))
    }
    answer().catch(() => res.destroy())
  }
