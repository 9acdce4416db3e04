import { smoke } from './smoke.ts'

// A race and a limit; `npm run soak` runs all entries.
const CHOSEN = ['insertOne/1', 'js']
smoke((name) => CHOSEN.includes(name))
