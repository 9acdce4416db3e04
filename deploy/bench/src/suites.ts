/** The bench runs the suites in this order. */
import { creators } from './creators.ts'
import { drain } from './drain.ts'
import { embedded } from './embedded.ts'
import { farAway } from './far-away.ts'
import type { Suite } from './harness.ts'
import { http } from './http.ts'
import { js } from './js.ts'
import { ledger } from './ledger.ts'
import { lighthouses } from './lighthouse.ts'
import { logins } from './logins.ts'
import { memory } from './memory.ts'
import { nightlyJobs } from './nightly-jobs.ts'
import { outbox } from './outbox.ts'
import { publicList } from './public-list.ts'
import { slowPhones } from './slow-phone.ts'
import { webhooks } from './webhooks.ts'

export const suites: readonly Suite[] = [
  embedded,
  outbox,
  http,
  publicList,
  creators,
  ledger,
  webhooks,
  logins,
  drain,
  nightlyJobs,
  farAway,
  memory,
  js,
  slowPhones,
  lighthouses,
]
