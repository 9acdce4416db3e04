import { Readable } from 'node:stream'
import { announce } from './announce.ts'
import { serviceNamed } from './payouts.ts'
import { serveAlone } from './serve-alone.ts'

const { PEOPLE = '[]', PASSWORD = '' } = process.env
const identity = serviceNamed('identity')
const service = await serveAlone(identity)
const createUser = identity.commands?.find(({ name }) => name === 'create-user')
for (const email of JSON.parse(PEOPLE)) {
  const context = service.context()
  const ports = { ...(context.ports as object), standardInput: Readable.from([PASSWORD]) }
  await createUser?.run({ email, role: 'creator', password: '-' }, { ...context, ports })
}
announce(service)
