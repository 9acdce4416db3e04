/** One question to the database for all who ask it at the same moment: under load most of what a small question costs is the asking. */
import type { Connection } from 'mongoose'
import type { Scope } from '../service.ts'

interface Turn<Asked, Answer> {
  readonly asked: Asked[]
  readonly answers: Promise<readonly Answer[]>
}

/**
 * Gathers what is asked in one turn of the event loop (by the requests that came in together) and asks it at once. Nobody waits longer than that turn, and
 * nothing is kept: what is read was there after the request came. Inside a transaction everybody asks alone.
 * @param ask answers to all that was asked, one each and in its order; what it throws, all get
 * @throws Error when `ask` answers more or less than it was asked, to all who asked with it: nobody can tell whose answer is missing
 * @example
 * const accountsOf = askedTogether(async (scope, creatorIds: readonly string[]) => {
 *   const found = Map.groupBy(await accounts.find(scope, { creatorId: { $in: creatorIds } }, { limit: 1_000 }), ({ creatorId }) => creatorId)
 *   return creatorIds.map((id) => found.get(id) ?? [])
 * })
 * const own = await accountsOf(ctx, ctx.actor.id)
 */
export function askedTogether<Asked, Answer>(
  ask: (scope: Scope, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (scope: Scope, one: Asked) => Promise<Answer> {
  const turns = new WeakMap<Connection, Turn<Asked, Answer>>()

  async function answersTo(scope: Scope, asked: readonly Asked[]): Promise<readonly Answer[]> {
    const answers = await ask(scope, asked)
    if (answers.length !== asked.length) throw new Error(`${asked.length} were asked together, and ${answers.length} answers came`)
    return answers
  }

  function begin(connection: Connection): Turn<Asked, Answer> {
    const asked: Asked[] = []
    // The check phase comes right after all that has arrived was taken in.
    const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      turns.delete(connection)
      return answersTo({ connection }, asked)
    })
    const turn = { asked, answers }
    turns.set(connection, turn)
    return turn
  }

  return async ({ connection, session }, one) => {
    if (session) return (await answersTo({ connection, session }, [one]))[0] as Answer
    const { asked, answers } = turns.get(connection) ?? begin(connection)
    const place = asked.push(one) - 1
    return (await answers)[place] as Answer
  }
}
