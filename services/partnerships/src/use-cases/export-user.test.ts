import { DataExportRequested } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { createInvitation } from '../testing/create-invitation.ts'
import { userExport } from './export-user.ts'

const app = await startService(partnerships, { workers: false })

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
  for (const { creator } of [waiting, failed]) expect(await exported(creator.id, 'creator')).toEqual({ invitationsReceived: [] })
  expect(await exported(sent.creator.id, 'creator')).toMatchObject({ invitationsReceived: [{ id: sent.id, status: 'pending' }] })
  expect(await exported(waiting.brand.id, 'brand')).toMatchObject({ invitationsSent: [{ status: 'funding' }] })
  expect(await exported(failed.brand.id, 'brand')).toMatchObject({ invitationsSent: [{ status: 'failed', missingViews: 3 }] })
})
