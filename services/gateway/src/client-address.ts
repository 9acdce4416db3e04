import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
const isKnown = (proxies: BlockList, address: string) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/**
 * Returns the last address in X-Forwarded-For that none of our proxies added. Ignores the header if no proxies are
 * trusted, because any client can send it.
 */
export function clientAddress(req: IncomingMessage, proxies: BlockList): string {
  let address = plain(req.socket.remoteAddress ?? '')
  const hops = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => plain(hop.trim()))
  while (isKnown(proxies, address)) {
    const hop = hops.pop()
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return address
}
