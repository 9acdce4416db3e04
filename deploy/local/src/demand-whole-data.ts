/** Data of a folder that belong together: the database, and what the sandbox, its Stripe, remembers of the same money. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Sentence } from './sentence.ts'

/**
 * Called before anything is opened. A database without a sandbox is one from before payments (its people have confirmed no address, its ledger says
 * less than is checked now), or its sandbox was removed by hand, and Stripe knows nothing of what was paid.
 * @throws Sentence that says what to do
 */
export function demandWholeData(folder: string): void {
  const database = join(folder, 'mongo')
  const sandbox = join(folder, 'sandbox')
  if (existsSync(database) && readdirSync(database).length > 0 && !existsSync(sandbox))
    throw new Sentence(
      `The data in ${folder} are of an older Reelfair, from before there were payments: they have no sandbox. This one cannot go on with them.\n` +
        'Begin anew with `npm start -- --fresh`, which removes them, or leave them there and take another folder: REELFAIR_FOLDER=/tmp/new npm start',
    )
  // From here on the two are there together, however the start ends.
  mkdirSync(sandbox, { recursive: true })
}
