import { expect, test } from 'vitest'
import { invalidFieldsOf } from './sign-up-values.ts'

const full = { email: 'a@b.example', password: 'sécret', termsAccepted: true }

test.each([
  [full, []],
  [{ ...full, email: 'a@b' }, ['email']],
  [{ ...full, password: 'short' }, ['password']],
  [{ ...full, password: 'x'.repeat(128) }, []],
  [{ ...full, password: 'x'.repeat(129) }, ['password']],
  [{ email: '', password: '', termsAccepted: false }, ['email', 'password', 'termsAccepted']],
])('for %j, reports the invalid fields %j', (entries, faults) => expect(invalidFieldsOf(entries)).toEqual(faults))
