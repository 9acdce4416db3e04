import { databaseUse, multiply, person, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from './app.ts'
import { startVerification } from './testing/start-verification.ts'
import { refreshNextStats } from './use-cases/refresh-stats.ts'
import { verifyNextAccount } from './use-cases/verify-next-account.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 1_000)

watchQueries()
const { app, add, verify, verified, send, workflow, answerTo } = await startVerification()

test('every question to the database is answered by an index, and reads at most three documents for one', {
  timeout: 1_800_000,
}, async () => {
  const { creator, id } = await verified()
  workflow.says({ body: { pending: true } })
  const other = await add(creator, 'lea.waits')
  await verify(creator, other)
  await verifyNextAccount(app.context())
  const waiting = workflow.asksFor('/verify').at(-1)
  await add(person('creator'), 'somebody.else')
  await multiply(app, documents)
  // A creator has one standing per network; a copied one has a code that no answer may contain.
  await multiply(app, Math.min(200, documents / 10), { keep: [creator.id], leave: ['standings'] })

  const ask = async () => {
    await app.as(creator).get('/accounts')
    const third = await add(creator, 'lea.third', 'tiktok')
    await app.as(creator).put('/codes/tiktok', {})
    await verify(creator, third)
    await verifyNextAccount(app.context())
    await app.as(creator).post(`/accounts/${id}/stats`, {})
    app.clock.advance({ days: 8 })
    await app.as(creator).post(`/accounts/${id}/stats`, {})
    await refreshNextStats(app.context())
    if (waiting) await send(answerTo(waiting, { verified: true }))
    await app.as(creator).del(`/accounts/${third}`)
  }
  const { asked, faults } = await databaseUse(app, verification, ask)
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(10)
})
