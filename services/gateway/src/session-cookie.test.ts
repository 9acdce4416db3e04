import { describe, expect, test } from 'vitest'
import { secretOf, setCookie } from './session-cookie.ts'

const secret = 'a'.repeat(43)

describe('the session cookie', () => {
  test.each([
    [undefined, undefined],
    ['theme=dark', undefined],
    ['session=abc; xx__Host-session=abc', undefined],
    [`theme=dark; __Host-session=${secret}; lang=fr`, secret],
    ['__Host-session=', null],
    [`__Host-session=${secret}=`, null],
    [`__Host-session="${secret}"`, null],
    [`__Host-session=${'a'.repeat(300)}`, null],
  ])('reads the Cookie header %s as %s', (header, expected) => {
    expect(secretOf(header)).toBe(expected)
  })

  test('builds the cookie that identity requests, hidden from scripts and other sites', () => {
    expect(setCookie(`${secret}; max-age=1209600`)).toBe(
      `__Host-session=${secret}; Max-Age=1209600; Path=/; Secure; HttpOnly; SameSite=Lax`,
    )
    expect(setCookie('; max-age=0')).toBe('__Host-session=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax')
  })

  test.each([
    '',
    secret,
    `${secret}; max-age=0`,
    '; max-age=5',
    `${secret}; max-age=5; Domain=evil.example`,
    'a b; max-age=5',
    `${secret}; max-age=-1`,
  ])('rejects the x-set-session header %j', (order) => {
    expect(() => setCookie(order)).toThrow('invalid x-set-session')
  })
})
