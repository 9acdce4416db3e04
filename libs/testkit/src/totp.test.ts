import { expect, test } from 'vitest'
import { totp } from './totp.ts'

/** @source RFC 6238, Appendix B; the secret is "12345678901234567890" in Base32 */
test('shows the codes from the RFC', () => {
  const codes = [59, 1_111_111_109, 1_234_567_890].map((second) =>
    totp('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ', new Date(second * 1_000)),
  )
  expect(codes).toEqual(['287082', '081804', '005924'])
})
