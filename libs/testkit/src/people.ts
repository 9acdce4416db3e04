/** People for tests: who they are is all that a service knows of them, so nobody has to register. */
import { randomUUID } from 'node:crypto'
import type { Role, SessionClaims } from '@reelfair/contracts'

export interface Person<R extends Role = Role> {
  readonly id: string
  readonly role: R
  /** False for a brand whose registration form is not saved. */
  readonly complete: boolean
  readonly sessionId: string
}

/** Somebody new. @example app.as(person('creator')).get('/accounts') */
export const person = <R extends Role>(role: R, complete = true): Person<R> => ({
  id: randomUUID(),
  role,
  complete,
  sessionId: randomUUID(),
})

/** What a token says of a person. */
export const claimsOf = ({ id, sessionId, role, complete }: Person): SessionClaims => ({ sub: id, sid: sessionId, role, complete })

/** Makes something for a test; what all builders return comes back from `app.given` as one object. */
export type Builder<Made extends object, App = unknown> = (app: App) => Made | Promise<Made>

/** @example const { creator, brand } = await app.given(aCreator(), aBrand()) */
export const aCreator = (): Builder<{ creator: Person<'creator'> }> => () => ({ creator: person('creator') })
export const aBrand = (): Builder<{ brand: Person<'brand'> }> => () => ({ brand: person('brand') })
export const anIncompleteBrand = (): Builder<{ incompleteBrand: Person<'brand'> }> => () => ({ incompleteBrand: person('brand', false) })
export const anAdmin = (): Builder<{ admin: Person<'admin'> }> => () => ({ admin: person('admin') })
