import { smoke } from './smoke.ts'

// Runs one race and one limit; `npm run soak` runs all entries.
const CHOSEN = ['insertOne/1', 'js']
smoke((name) => CHOSEN.includes(name))
