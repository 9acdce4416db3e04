import { DataExportRequested } from '@reelfair/contracts'
import { movableClock, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { createInvitation } from '../testing/create-invitation.ts'
import { createPartnership } from '../testing/create-partnership.ts'
import { userExport } from './export-user.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock, workers: false })

async function exported(userId: string, role: 'creator' | 'brand') {
  const exportId = crypto.randomUUID()
  await app.deliver(DataExportRequested.of({ exportId, userId, role }))
  while (await userExport.worker.run(app.context()));
  const [part] = (await app.emitted('data-export.part')).filter((one) => one.exportId === exportId)
  return JSON.parse(part.json)
}

test('exports an invitation to the creator only once it has been sent, but always to the brand', async () => {
  const [waiting, failed, sent] = [await createInvitation(app), await createInvitation(app), await createInvitation(app)]
  await app.deliver(failed.refused)
  await app.deliver(sent.held)
  for (const { creator } of [waiting, failed])
    expect(await exported(creator.id, 'creator')).toEqual({ invitationsReceived: [], partnershipsJoined: [] })
  expect(await exported(sent.creator.id, 'creator')).toMatchObject({ invitationsReceived: [{ id: sent.id, status: 'pending' }] })
  expect(await exported(waiting.brand.id, 'brand')).toMatchObject({ invitationsSent: [{ status: 'funding' }] })
  expect(await exported(failed.brand.id, 'brand')).toMatchObject({ invitationsSent: [{ status: 'failed', missingViews: 3 }] })
})

test('exports a partnership to both sides, the code only to the creator, and the creator’s name not to the brand', async () => {
  const { id, brand, creator, count } = await createPartnership(app, clock)
  await count({ qualified: 500 })
  const [joined] = (await exported(creator.id, 'creator')).partnershipsJoined
  const [offered] = (await exported(brand.id, 'brand')).partnershipsOffered
  expect(joined).toMatchObject({ id, username: 'lea', code: expect.stringMatching(/^RF-/), totals: { qualified: 500 } })
  expect(offered).toMatchObject({ id, amountCents: 200 })
  expect(JSON.stringify(offered)).not.toMatch(/lea|RF-/)
})
