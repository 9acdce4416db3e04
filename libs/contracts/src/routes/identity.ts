import { ContactInput, ContactSent } from '../contact.ts'
import {
  ConnectGoogleInput,
  GoogleCallbackInput,
  GoogleConnection,
  GoogleOutcome,
  GooglePasswordInput,
  GoogleRegistrationInput,
  GoogleSignInInput,
  GoogleStart,
} from '../google.ts'
import {
  Brand,
  BrandForm,
  ChangePasswordInput,
  ConfirmationSent,
  ConfirmInput,
  ResendInput,
  SignInByLinkInput,
  SignInInput,
  SignInLinkInput,
  SignUpInput,
  TokenRequest,
} from '../identity.ts'
import { CurrentSession, Me, SessionToken } from '../session.ts'
import type { RouteMap } from './route-map.ts'

export const identityRoutes = {
  'POST /users': { input: SignUpInput, output: ConfirmationSent },
  'POST /confirmations': { input: ConfirmInput, output: Me },
  'POST /confirmations/resend': { input: ResendInput, output: ConfirmationSent },
  'POST /sessions': { input: SignInInput, output: Me },
  'POST /sessions/by-link': { input: SignInByLinkInput, output: Me },
  'POST /sign-in-links': { input: SignInLinkInput, output: ConfirmationSent },
  'POST /google/sign-ins': { input: GoogleSignInInput, output: GoogleStart },
  'POST /google/callbacks': { input: GoogleCallbackInput, output: GoogleOutcome },
  'POST /google/registrations': { input: GoogleRegistrationInput, output: GoogleOutcome },
  'POST /google/links': { input: GooglePasswordInput, output: GoogleOutcome },
  'POST /google/connections': { input: ConnectGoogleInput, output: GoogleStart },
  'GET /google/connection': { output: GoogleConnection },
  'DELETE /google/connection': {},
  'DELETE /sessions/current': {},
  'POST /sessions/token': { input: TokenRequest, output: SessionToken, internal: true },
  'POST /contact-messages': { input: ContactInput, output: ContactSent },
  'GET /session': { output: CurrentSession },
  'GET /me': { output: Me },
  'PUT /password': { input: ChangePasswordInput, output: Me },
  'GET /brand': { output: Brand },
  'PUT /brand': { input: BrandForm, output: Brand },
} as const satisfies RouteMap
