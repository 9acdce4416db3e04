import { smoke } from './smoke.ts'

// One entry of each kind; `npm run soak` runs them all.
const CHOSEN = ['insertOne/1', 'public-list', 'ledger-entry/1', 'far-away/screens', 'js']
smoke((name) => CHOSEN.includes(name))
