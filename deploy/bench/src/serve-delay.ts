/**
 * Program that runs a TCP proxy, which delays each round trip like a network. Prints the proxy's address as
 * `delay://host:port`.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const { TARGET = '', ROUND_TRIP_MS = '' } = process.env
const { hostname, port } = new URL(TARGET)
const pause = Number(ROUND_TRIP_MS) / 2

/** Forwards bytes in order, half a round trip later. */
function carry(from: Socket, to: Socket): void {
  from.setNoDelay(true)
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), pause))
  from.on('close', () => setTimeout(() => to.destroy(), pause))
  // Node always emits `close` after `error`.
  from.on('error', () => {})
}

const server = createServer((near) => {
  const far = connect(Number(port), hostname)
  carry(near, far)
  carry(far, near)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ ready: `delay://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`)
})
process.once('SIGTERM', () => process.exit(0))
