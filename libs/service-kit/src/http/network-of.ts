import { isIPv6 } from 'node:net'

/**
 * Returns the network of one subscriber: an IPv4 address itself, even in IPv4-mapped form, or the /56 of an IPv6
 * address, because a subscriber usually controls all 2^72 addresses of a /56.
 * @example networkOf('2001:db8:1:2f01::9') // '2001:db8:1:2f00'
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  const [a = 0, b = 0, c = 0, d = 0, , , high = 0, low = 0] = groups
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return [a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')
}

/** Returns the address's eight groups of 16 bits. */
function groupsOf(ip: string): number[] {
  // URL converts a dotted tail to hexadecimal, but does not accept zones such as %eth0.
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`)
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
