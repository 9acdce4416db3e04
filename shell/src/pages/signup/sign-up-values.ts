import { isEmail, isPasswordLength } from '@reelfair/contracts/values'

export interface SignUpValues {
  readonly email: string
  readonly password: string
  readonly termsAccepted: boolean
}

export type Fault = keyof SignUpValues

/** Returns invalid fields in display order. @source specification §5 */
export function invalidFieldsOf({ email, password, termsAccepted }: SignUpValues): Fault[] {
  const faults: Fault[] = []
  if (!isEmail(email)) faults.push('email')
  if (!isPasswordLength(password)) faults.push('password')
  if (!termsAccepted) faults.push('termsAccepted')
  return faults
}
