import { smoke } from './smoke.ts'

// The cheapest entries of several kinds; `npm run soak` runs all entries.
const CHOSEN = ['insertOne/1', 'public-list', 'ledger-entry/1', 'far-away/screens', 'js']
smoke((name) => CHOSEN.includes(name))
