import { failUntilSetAside, listeningLog, operate, setAside } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { startMoney } from '../testing/start-money.ts'
import { releaseCheckedEarning } from './earn.ts'

const { app, aCreator, earn, impatient, balanceOf } = await startMoney()

test('an earning that cannot become payable is set aside with an alarm, and those behind it become payable', async () => {
  const [poisoned, other] = [await aCreator(), await aCreator()]
  await earn(poisoned, 100, 'first in line', 48)
  app.clock.advance({ minutes: 1 })
  await earn(other, 100, 'behind it', 48)
  const native = app.database.collection<{ _id: string }>('earnings')
  const { _id: id } = (await native.findOneAndUpdate({ creatorId: poisoned.id }, { $set: { cents: 0.5 } })) ?? { _id: '' }
  const { log, alarms } = listeningLog()
  const ctx = { ...impatient(), connection: impatient().connection, log }
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
