import { readConfig } from '@reelfair/service-kit/testing'
import { describe, expect, test } from 'vitest'
import { config } from './config.ts'

const good = {
  PUBLIC_ORIGIN: 'https://reelfair.example',
  IDENTITY_URL: 'http://127.0.0.1:1',
  VERIFICATION_URL: 'http://127.0.0.1:2',
  CAMPAIGNS_URL: 'http://127.0.0.1:3',
  PARTNERSHIPS_URL: 'http://127.0.0.1:4',
  METRICS_URL: 'http://127.0.0.1:5',
  PAYOUTS_URL: 'http://127.0.0.1:6',
  SHELL_APP: '/srv/shell',
  REMOTE_CREATOR: 'http://creator:8080/',
  REMOTE_BRAND: '/srv/brand',
  REMOTE_ADMIN: '/srv/admin',
  GATEWAY_SECRET: 'x'.repeat(32),
}

describe('the configuration', () => {
  test.each([
    'https://reelfair.example',
    'https://10.0.0.1:8443',
    'http://localhost:4000',
    'http://127.0.0.1',
    'http://app.localhost:1',
    'http://[::1]:80'.replace(':80', ':81'),
  ])('accepts %s as the public origin', (PUBLIC_ORIGIN) => {
    expect(readConfig('gateway', config, { ...good, PUBLIC_ORIGIN }).PUBLIC_ORIGIN).toBe(PUBLIC_ORIGIN)
  })

  test.each(['http://reelfair.example', 'http://192.168.1.4:4000', 'http://localhost.evil.example', 'http://127.0.0.1.nip.io'])(
    'rejects %s as the public origin because browsers would not keep the session cookie there',
    (PUBLIC_ORIGIN) => {
      expect(() => readConfig('gateway', config, { ...good, PUBLIC_ORIGIN })).toThrow(/PUBLIC_ORIGIN.*any other host needs https/)
    },
  )

  test.each(['https://reelfair.example/', 'https://reelfair.example/app', 'ftp://reelfair.example', 'reelfair.example'])(
    'rejects %s, which is not an origin',
    (PUBLIC_ORIGIN) => {
      expect(() => readConfig('gateway', config, { ...good, PUBLIC_ORIGIN })).toThrow(/expected an origin/)
    },
  )

  test('reads trusted proxies as addresses and subnets', () => {
    const { TRUST_PROXY } = readConfig('gateway', config, { ...good, TRUST_PROXY: '10.0.0.0/8, ::1' })
    expect([TRUST_PROXY.check('10.9.8.7'), TRUST_PROXY.check('11.0.0.1'), TRUST_PROXY.check('::1', 'ipv6')]).toEqual([true, false, true])
  })

  test.each(['true', '10.0.0.0/33', '10.0.0', '10.0.0.0/x'])('rejects %s as a list of proxies', (TRUST_PROXY) => {
    expect(() => readConfig('gateway', config, { ...good, TRUST_PROXY })).toThrow(/addresses or subnets/)
  })

  test.each(['https://reelfair.example', 'reelfair.example:443', '*', 'a/b'])('rejects %s as a host name', (ALLOWED_HOSTS) => {
    expect(() => readConfig('gateway', config, { ...good, ALLOWED_HOSTS })).toThrow(/ALLOWED_HOSTS.*expected host names/)
  })

  test.each([
    [undefined, ['https://*.cdninstagram.com', 'https://*.ytimg.com']],
    ['', ['https://*.cdninstagram.com', 'https://*.ytimg.com']],
    ['https://*.pictures.example, http://localhost:4320', ['https://*.pictures.example', 'http://localhost:4320']],
  ])('reads image origins from %j', (PICTURE_ORIGINS, origins) => {
    expect(readConfig('gateway', config, { ...good, PICTURE_ORIGINS }).PICTURE_ORIGINS).toEqual(expect.arrayContaining(origins))
  })

  test.each(['*', 'https:', 'https://*', 'data:', "'unsafe-inline'", 'https://a.example/x', 'https://a.example;script-src', 'a.example'])(
    'rejects %s as an origin of images',
    (PICTURE_ORIGINS) => {
      expect(() => readConfig('gateway', config, { ...good, PICTURE_ORIGINS })).toThrow(/PICTURE_ORIGINS.*expected origins/)
    },
  )

  test('reports all invalid variables in one error', () => {
    const faults = () =>
      readConfig('gateway', config, {
        ...good,
        PUBLIC_ORIGIN: 'x',
        IDENTITY_URL: 'http://a/b',
        SHELL_APP: 'ftp://x',
        DEV_ORIGINS: "'unsafe-inline'",
      })
    expect(faults).toThrow(/PUBLIC_ORIGIN[\s\S]*IDENTITY_URL[\s\S]*SHELL_APP[\s\S]*DEV_ORIGINS/)
  })
})
