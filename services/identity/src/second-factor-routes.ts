/** The part of `app.ts` through which users set up, change and turn off two-step sign-in. */
import { identityRoutes } from '@reelfair/contracts'
import { routesOf } from '@reelfair/service-kit'
import { rotated } from './sign-in-answers.ts'
import { addSecondFactor } from './use-cases/add-second-factor.ts'
import { bothStepsRefusals } from './use-cases/prove-both-steps.ts'
import { presenceRefusals } from './use-cases/prove-presence.ts'
import { removeSecondFactor } from './use-cases/remove-second-factor.ts'
import { replaceRecoveryCodes } from './use-cases/replace-recovery-codes.ts'
import { showSecondFactor } from './use-cases/show-second-factor.ts'
import { startSecondFactor } from './use-cases/start-second-factor.ts'

const { get, post } = routesOf(identityRoutes)

export const secondFactorRoutes = [
  get('/second-factor', { role: 'user', run: showSecondFactor, refuses: ['not_signed_in'] }),
  post('/second-factor/enrolments', {
    role: 'user',
    confidential: true,
    run: startSecondFactor,
    refuses: [...presenceRefusals, 'second_factor_active'],
    perMinute: 20,
  }),
  post('/second-factor', {
    role: 'user',
    confidential: true,
    run: addSecondFactor,
    refuses: ['not_signed_in', 'enrolment_invalid', 'wrong_code', 'second_factor_active'],
    perMinute: 30,
    answer: ({ recoveryCodes, entered }) => ({ status: 201, body: { recoveryCodes }, headers: rotated(entered) }),
  }),
  post('/second-factor/recovery-codes', {
    role: 'user',
    confidential: true,
    run: replaceRecoveryCodes,
    refuses: bothStepsRefusals,
    perMinute: 20,
  }),
  post('/second-factor/removals', {
    role: 'user',
    confidential: true,
    run: removeSecondFactor,
    refuses: bothStepsRefusals,
    perMinute: 20,
    answer: (entered) => ({ status: 204, body: undefined, headers: rotated(entered) }),
  }),
]
