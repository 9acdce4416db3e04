/** What the form holds while it is filled in. */
export interface Entries {
  readonly email: string
  readonly password: string
  readonly termsAccepted: boolean
}

export type Fault = keyof Entries

/** @returns the faulty fields in the order in which they stand. @source specification §5, decisions §7: 6 to 128 characters */
export function faultsOf({ email, password, termsAccepted }: Entries): Fault[] {
  const faults: Fault[] = []
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) faults.push('email')
  if (password.length < 6 || password.length > 128) faults.push('password')
  if (!termsAccepted) faults.push('termsAccepted')
  return faults
}
