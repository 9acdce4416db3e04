/** For development only: dev servers reload pages through web sockets. */
import { type IncomingMessage, request, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { Refusal } from '@reelfair/contracts'
import type { EdgeHandles } from '@reelfair/service-kit'
import { isFromOurPages } from './refuse-foreign-origin.ts'
import type { HostCheck } from './refuse-unknown-host.ts'

interface Options {
  readonly publicOrigin: string
  readonly isOurHost: HostCheck
  readonly refuseSocket: EdgeHandles<unknown>['refuseSocket']
  readonly shell: string
  readonly remotes: Readonly<Record<string, string>>
}

export function forwardUpgrades(server: Server, { publicOrigin, isOurHost, refuseSocket, shell, remotes }: Options): void {
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!isOurHost(req)) return refuseSocket(socket, new Refusal('unknown_host'))
    req.socket.setTimeout(0)
    const [, name = '', rest = ''] = /^\/remotes\/([a-z]+)(\/.*)$/.exec(req.url ?? '') ?? []
    const source = remotes[name] ?? shell
    // Any site may open a web socket unless the server checks Origin. Browsers always send Origin with a web socket,
    // but not always Sec-Fetch-Site.
    const isOurs = isFromOurPages({ origin: req.headers.origin }, publicOrigin) || req.headers['sec-fetch-site'] === 'same-origin'
    if (!source.startsWith('http://') || !isOurs) {
      socket.destroy()
      return
    }

    const { hostname, port, host, origin } = new URL(source)
    const outgoing = request({ hostname, port, path: remotes[name] ? rest : req.url, headers: { ...req.headers, host, origin } })
    outgoing.on('error', () => socket.destroy())
    outgoing.on('response', () => socket.destroy())
    outgoing.on('upgrade', (answer, upstream, first) => {
      const lines = Object.entries(answer.headers).map(([key, value]) => `${key}: ${String(value)}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      socket.write(first)
      const hangUp = () => {
        socket.destroy()
        upstream.destroy()
      }
      pipeline(socket, upstream, hangUp)
      pipeline(upstream, socket, hangUp)
    })
    outgoing.end()
  })
}
