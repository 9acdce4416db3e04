import type { Me } from '@reelfair/contracts'
import { homeOf } from '@reelfair/contracts/home'
import { describe, expect, test } from 'vitest'
import { accessTo, afterSignIn, safeRedirect } from './access.ts'
import type { Session } from './session.ts'

const me = (role: Me['role'], complete = true): Me => ({ id: 'x', email: 'x@example.org', role, complete })
const outdated = (role: Me['role'], complete = true): Me => ({ ...me(role, complete), termsToAccept: { version: '1.1', accepted: '1.0' } })
const as = (who: Me): Session => ({ state: 'present', me: who })

describe('accessTo', () => {
  test('shows a page to users with the role it requires', () => {
    expect(accessTo({ role: 'creator' }, as(me('creator')), '/dashboard')).toEqual({ show: 'page', me: me('creator') })
  })

  test.each(['creator', 'brand', 'admin'] as const)('shows a page without a required role to a signed-in %s', (role) => {
    expect(accessTo({}, as(me(role)), '/account').show).toBe('page')
  })

  test.each([
    ['brand', '/brand-dashboard'],
    ['admin', '/admin'],
  ] as const)('redirects a %s from a creator page to %s', (role, home) => {
    expect(accessTo({ role: 'creator' }, as(me(role)), '/dashboard')).toEqual({ show: 'elsewhere', to: home, notice: 'for-creators' })
  })

  test.each([
    ['brand', true, { to: '/brand/profile' }],
    ['brand', false, { to: '/brand/form' }],
    ['admin', true, { to: '/admin', notice: 'for-creators' }],
  ] as const)('opens the brand’s own version of a creator page for a %s (complete: %s)', (role, complete, expected) => {
    const need = { role: 'creator', forBrands: '/brand/profile' } as const
    expect(accessTo(need, as(me(role, complete)), '/profile')).toEqual({ show: 'elsewhere', ...expected })
  })

  test('hides admin pages from other roles', () => {
    expect(accessTo({ role: 'admin' }, as(me('brand')), '/admin')).toEqual({ show: 'not-found' })
  })

  test('redirects a brand with an incomplete registration to the form and keeps the return path', () => {
    expect(accessTo({ role: 'brand', complete: true }, as(me('brand', false)), '/brand-dashboard?a=1')).toEqual({
      show: 'elsewhere',
      to: '/brand/form?redirect=%2Fbrand-dashboard%3Fa%3D1',
      notice: 'complete-brand-first',
    })
    expect(accessTo({ role: 'brand' }, as(me('brand', false)), '/brand/form').show).toBe('page')
  })

  test('redirects users who must accept new Terms only from pages where they enter into a contract, and keeps the return path', () => {
    const who = as(outdated('creator'))
    expect(accessTo({ role: 'creator', contract: true }, who, '/public-campaigns?a=1')).toEqual({
      show: 'elsewhere',
      to: '/terms/accept?redirect=%2Fpublic-campaigns%3Fa%3D1',
    })
    expect(accessTo({ role: 'creator' }, who, '/balance').show).toBe('page')
    expect(accessTo({}, who, '/account').show).toBe('page')
    expect(accessTo({ role: 'creator', contract: true }, as(me('creator')), '/public-campaigns').show).toBe('page')
  })

  test.each([
    ['visitor', { to: '/login?redirect=%2Fadmin', notice: 'sign-in-first' }],
    ['ended', { to: '/login?redirect=%2Fadmin', notice: 'session-ended' }],
    ['not-started', { to: '/login?redirect=%2Fadmin', notice: 'session-not-started' }],
    ['signed-out', { to: '/' }],
  ] as const)('redirects a signed-out user (%s)', (why, expected) => {
    expect(accessTo({ role: 'admin' }, { state: 'absent', why }, '/admin')).toEqual({ show: 'elsewhere', ...expected })
  })

  test('redirects an admin who must set up two-step sign-in to the account page and keeps the return path', () => {
    const admin = me('admin', false)
    expect(accessTo({ role: 'admin' }, as(admin), '/admin/settings?a=1')).toEqual({
      show: 'elsewhere',
      to: '/account?redirect=%2Fadmin%2Fsettings%3Fa%3D1',
    })
    expect(accessTo({}, as(admin), '/account').show).toBe('page')
  })

  test('waits until the session has loaded', () => {
    expect(accessTo({ role: 'admin' }, { state: 'asking' }, '/admin')).toEqual({ show: 'waiting' })
  })
})

test('uses the registration form as the home page of a brand with an incomplete registration', () => {
  expect(homeOf(me('brand', false))).toBe('/brand/form')
})

test.each([
  ['/brand-dashboard?a=1#b', '/brand-dashboard?a=1#b'],
  ['//elsewhere.example', undefined],
  ['/\\elsewhere.example', undefined],
  ['/\t/elsewhere.example', undefined],
  ['https://elsewhere.example', undefined],
  ['javascript:alert(1)', undefined],
  ['/..//elsewhere.example', undefined],
  ['/.//elsewhere.example', undefined],
  ['/%2e%2e//elsewhere.example', undefined],
  ['/a/../..//elsewhere.example', undefined],
  ['/\\/elsewhere.example', undefined],
  ['\\\\elsewhere.example', undefined],
  [' //elsewhere.example', undefined],
  ['/@elsewhere.example', '/@elsewhere.example'],
  ['', undefined],
  [null, undefined],
])('safeRedirect(%s) accepts only a path on this site', (given, expected) => {
  expect(safeRedirect(given)).toBe(expected)
})

test.each([
  [me('creator'), undefined, '/dashboard'],
  [me('admin'), undefined, '/admin'],
  [me('brand'), undefined, '/brand-dashboard'],
  [me('brand', false), undefined, '/brand/form'],
  [me('creator'), '/balance', '/balance'],
  [me('brand'), '/brand-dashboard?tab=active', '/brand-dashboard?tab=active'],
  [me('brand', false), '/brand-dashboard', '/brand/form?redirect=%2Fbrand-dashboard'],
  [me('admin', false), undefined, '/account'],
  [me('admin', false), '/admin/settings', '/admin/settings'],
  [outdated('creator'), undefined, '/terms/accept'],
  [outdated('brand', false), '/brand-dashboard?a=1', '/terms/accept?redirect=%2Fbrand-dashboard%3Fa%3D1'],
  [{ secondStep: true }, undefined, '/second-factor'],
  [{ secondStep: true }, '/balance?a=1', '/second-factor?redirect=%2Fbalance%3Fa%3D1'],
] as const)('after sign-in, sends %j with redirect %s to %s', (who, redirect, expected) => {
  expect(afterSignIn(who, redirect)).toBe(expected)
})
