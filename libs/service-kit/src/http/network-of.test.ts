import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2f01:ffff::9', '2001:db8:1:2f00'],
  ['2001:db8:1:2fff::9', '2001:db8:1:2f00'],
  ['2001:db8:1:3000::9', '2001:db8:1:3000'],
  ['2001:0DB8:1:2f01:1:2:3:4', '2001:db8:1:2f00'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('counts the address %s as part of the network %s', (ip, network) => expect(networkOf(ip)).toBe(network))
