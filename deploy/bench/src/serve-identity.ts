/** Program that runs the identity service as in production, but without rate limits and with users who can sign in. */
import { Readable } from 'node:stream'
import { createLog, inProcessBus, startService } from '@reelfair/service-kit'
import { serviceNamed } from './payouts.ts'

const { PEOPLE = '[]', PASSWORD = '' } = process.env
const identity = serviceNamed('identity')
const log = createLog('identity', 'info')
const bus = inProcessBus({ log })
await bus.consume({
  queue: 'payouts',
  types: (identity.publishes ?? []).map(({ type }) => type),
  handle: async (batch) => batch.map(() => 'done'),
})
const service = await startService(identity, { env: process.env, bus, log, unlimited: true })
const createUser = identity.commands?.find(({ name }) => name === 'create-user')
for (const email of JSON.parse(PEOPLE)) {
  const context = service.context()
  const ports = { ...(context.ports as object), standardInput: Readable.from([PASSWORD]) }
  await createUser?.run({ email, role: 'creator', password: '-' }, { ...context, ports })
}
process.stdout.write(`${JSON.stringify({ ready: service.url })}\n`)
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit(0))
})
