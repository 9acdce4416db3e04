import { failUntilSetAside, operate, recordingLog, setAside } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { startMoney } from '../testing/start-money.ts'
import { releaseCheckedEarning } from './earn.ts'

const { app, aCreator, earn, contextWithShortTimeout, balanceOf } = await startMoney()

test('sets aside an earning that cannot become payable, raises an alarm and continues with the next one', async () => {
  const [poisoned, other] = [await aCreator(), await aCreator()]
  await earn(poisoned, 100, 'first in line', 48)
  app.clock.advance({ minutes: 1 })
  await earn(other, 100, 'behind it', 48)
  const native = app.database.collection<{ _id: string }>('earnings')
  const { _id: id } = (await native.findOneAndUpdate({ creatorId: poisoned.id }, { $set: { cents: 0.5 } })) ?? { _id: '' }
  const { log, alarms } = recordingLog()
  const ctx = { ...contextWithShortTimeout(), connection: contextWithShortTimeout().connection, log }
  app.clock.advance({ hours: 49 })
  while (await releaseCheckedEarning(ctx));
  expect(await balanceOf(other)).toMatchObject({ payable: 100 })
  await failUntilSetAside(app, () => releaseCheckedEarning(ctx))
  expect(alarms()).toEqual([setAside('checked-earnings', id)])
  expect(await releaseCheckedEarning(ctx)).toBe(false)

  await native.updateOne({ _id: id }, { $set: { cents: 100 } })
  expect(await operate(payouts, app, 'payouts-queue-dead')).toContain(`checked-earnings  ${id}`)
  expect(await operate(payouts, app, 'payouts-queue-retry', { queue: 'checked-earnings' })).toBe('1 put back.')
  expect(await releaseCheckedEarning(ctx)).toBe(true)
  expect(await balanceOf(poisoned)).toMatchObject({ payable: 100 })
})
