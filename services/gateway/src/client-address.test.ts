import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const proxies = new BlockList()
proxies.addSubnet('10.0.0.0', 8)
proxies.addAddress('::1', 'ipv6')

const from = (remoteAddress: string, forwarded?: string) =>
  clientAddress(
    { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    proxies,
  )

describe('client addresses', () => {
  test.each([
    ['is the address of the socket', '203.0.113.5', undefined, '203.0.113.5'],
    ['is plain IPv4 when the socket reports an IPv4-mapped address', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['ignores the header of an untrusted client', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['is the address that a trusted proxy reports', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is the last address before our proxies, not an earlier one', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.0.1', '198.51.100.1'],
    ['is the address of the proxy when the header is not an address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['may be IPv6', '::1', '2001:db8::7', '2001:db8::7'],
  ])('%s', (_fact, remote, forwarded, expected) => {
    expect(from(remote, forwarded)).toBe(expected)
  })
})
