/** A proxy whose connections a test can cut, so that each side sees the other as dead. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Cuttable {
  readonly url: string
  /** Breaks all connections; with `refuse`, also refuses new ones until `repair` is called. */
  cut(options?: { refuse?: boolean }): void
  /** Holds back all traffic until `repair` is called, but closes nothing, like a hung server. */
  freeze(): void
  repair(): void
  close(): Promise<void>
}

export async function startCuttableProxy(address: string): Promise<Cuttable> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let refusing = false
  let frozen = false
  const server = createServer((socket) => {
    if (refusing) {
      socket.destroy()
      return
    }
    const onward = connect(Number(target.port || 5672), target.hostname)
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.setNoDelay(true)
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward)
    onward.pipe(socket)
    if (frozen) for (const end of [socket, onward]) end.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(address)
  url.port = String((server.address() as AddressInfo).port)
  const cut = ({ refuse = false } = {}) => {
    refusing = refuse
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    freeze: () => {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    repair: () => {
      refusing = false
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      cut({ refuse: true })
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
