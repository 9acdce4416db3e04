import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { listenTo } from './testing/servers.ts'
import { startGateway } from './testing/start-gateway.ts'

async function devServer() {
  const seen: string[] = []
  const { server, url } = await listenTo((_req, res) => void res.end())
  server.on('upgrade', (req, socket) => {
    seen.push(`${req.url} ${req.headers.origin}`)
    const accept = createHash('sha1').update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`)
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
  return { seen, url }
}

/** Opens a web socket by hand, sends a single word and returns everything that arrives. */
function upgrade(url: string, path: string, origin: string, host = 'localhost'): Promise<string> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<string>()
  const head = [
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Origin: ${origin}`,
  ]
  const socket = connect(Number(port), hostname, () => socket.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`))
  let got = ''
  socket.on('data', (chunk) => {
    if (got === '') socket.write('word')
    got += String(chunk)
    if (got.endsWith('word') || !got.startsWith('HTTP/1.1 101')) socket.destroy()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => resolve(got))
  return promise
}

const OURS = 'http://localhost:4000'

describe('in development', () => {
  test('forwards each app’s web socket to its own dev server', async () => {
    const [shell, brand] = [await devServer(), await devServer()]
    const gateway = await startGateway({ env: { SHELL_APP: shell.url, REMOTE_BRAND: brand.url, DEV_ORIGINS: `${shell.url} ${brand.url}` } })
    expect(await upgrade(gateway.url, '/rsbuild-hmr?token=1', OURS)).toMatch(/^HTTP\/1\.1 101 [\s\S]*word$/)
    expect(await upgrade(gateway.url, '/remotes/brand/rsbuild-hmr', OURS)).toMatch(/^HTTP\/1\.1 101 [\s\S]*word$/)
    expect([shell.seen, brand.seen]).toEqual([[`/rsbuild-hmr?token=1 ${shell.url}`], [`/rsbuild-hmr ${brand.url}`]])
  })

  test('rejects web sockets opened by pages of other sites', async () => {
    const shell = await devServer()
    const gateway = await startGateway({ env: { SHELL_APP: shell.url, DEV_ORIGINS: shell.url } })
    expect(await upgrade(gateway.url, '/rsbuild-hmr', 'https://evil.example')).toBe('')
    expect(shell.seen).toEqual([])
  })

  test('rejects an upgrade for an unknown host with an error code', async () => {
    const shell = await devServer()
    const gateway = await startGateway({ env: { SHELL_APP: shell.url, DEV_ORIGINS: shell.url } })
    const answer = await upgrade(gateway.url, '/rsbuild-hmr', OURS, 'evil.example')
    expect(answer).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n[\s\S]*"code":"unknown_host"/)
    expect(shell.seen).toEqual([])
  })

  test('allows the dev servers in the content security policy of the page', async () => {
    const shell = await devServer()
    const gateway = await startGateway({ env: { SHELL_APP: shell.url, DEV_ORIGINS: `${shell.url} ws://localhost:4000` } })
    const { headers } = await gateway.ask('/login', { headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'unsafe-eval' 'nonce-[\w-]{22}' http:\/\/127/)
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${shell.url} ws://localhost:4000`)
  })
})

test('refuses to start with DEV_ORIGINS over https', async () => {
  await expect(startGateway({ env: { PUBLIC_ORIGIN: 'https://reelfair.example', DEV_ORIGINS: 'http://localhost:3000' } })).rejects.toThrow(
    /DEV_ORIGINS/,
  )
})

test('does not forward web sockets without DEV_ORIGINS', async () => {
  const shell = await devServer()
  const gateway = await startGateway({ env: { SHELL_APP: shell.url } })
  expect(await upgrade(gateway.url, '/rsbuild-hmr', OURS)).not.toMatch(/^HTTP\S+ 101/)
  expect(shell.seen).toEqual([])
})
