import { smoke } from './smoke.ts'

// Their kinds are covered by `settlement/many` and `far-away/screens`; `npm run soak` runs these too.
smoke(['settlement/one', 'refresh', 'far-away/settlement/many', 'far-away/refresh'])
