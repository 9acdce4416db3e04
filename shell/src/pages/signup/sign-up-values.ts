export interface SignUpValues {
  readonly email: string
  readonly password: string
  readonly termsAccepted: boolean
}

export type Fault = keyof SignUpValues

/** Returns invalid fields in display order. @source specification §5, decisions §7: 6 to 128 characters */
export function invalidFieldsOf({ email, password, termsAccepted }: SignUpValues): Fault[] {
  const faults: Fault[] = []
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) faults.push('email')
  if (password.length < 6 || password.length > 128) faults.push('password')
  if (!termsAccepted) faults.push('termsAccepted')
  return faults
}
