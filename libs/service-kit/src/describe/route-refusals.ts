import type { ErrorCode } from '@reelfair/contracts'
import { isKeyed, isOpen } from '../define.ts'
import type { Access, Route } from '../service.ts'

/** Every route may refuse a request with these, for example if the body is unreadable or the host is unknown. */
const ALWAYS: readonly ErrorCode[] = [
  'malformed_body',
  'not_found',
  'too_slow',
  'unknown_host',
  'too_many_requests',
  'headers_too_large',
  'internal',
  'unavailable',
]

/**
 * Returns all codes that a route's responses may contain: those implied by its type, those declared in `app.ts` and
 * those added by the gateway.
 * @example routeRefusals(route).includes('signup_limit_reached')
 */
export function routeRefusals(route: Route): readonly ErrorCode[] {
  const { method, options } = route
  const { raw, upload, contract, adminsMayView, refuses = [] } = options
  const roles: readonly Access[] = [options.role].flat()
  const writes = method !== 'get'
  const codes: readonly (false | ErrorCode)[] = [
    ...ALWAYS,
    ...refuses,
    !raw && 'invalid_input',
    !raw && !upload && 'too_complex',
    writes && method !== 'delete' && 'too_large',
    writes && method !== 'delete' && 'wrong_type',
    ...(upload ? [upload.wrongType, upload.tooLarge] : []),
    !isOpen(roles) && 'not_signed_in',
    !isOpen(roles) && !roles.includes('user') && 'not_allowed',
    roles.includes('brand') && 'brand_incomplete',
    contract === true && 'terms_outdated',
    (roles.includes('admin') || adminsMayView === true) && 'second_factor_required',
    writes && !raw && !roles.includes('gateway') && 'foreign_origin',
    writes && 'conflict',
    isKeyed(route) && 'key_reused',
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}
