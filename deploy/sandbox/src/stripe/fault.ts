export interface FaultBody {
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error' | 'rate_limit_error'
  readonly code?: string
  readonly message: string
  readonly param?: string
}

export class StripeFault extends Error {
  override readonly name = 'StripeFault'
  readonly status: number
  readonly body: FaultBody
  /** Whether this error is stored under the idempotency key. Errors raised before the endpoint runs are not. */
  readonly kept: boolean

  constructor(status: number, body: FaultBody, kept = true) {
    super(body.message)
    this.status = status
    this.body = body
    this.kept = kept
  }
}

export const invalidRequest = (message: string, code?: string, param?: string): StripeFault =>
  new StripeFault(400, { type: 'invalid_request_error', ...(code ? { code } : {}), message, ...(param ? { param } : {}) })

/** An error that occurs before the endpoint runs, so the idempotency key can be reused. */
export const rejected = (status: number, type: FaultBody['type'], message: string, code?: string): StripeFault =>
  new StripeFault(status, { type, ...(code ? { code } : {}), message }, false)

export const wrongParameter = (message: string, code: string | undefined, param: string): StripeFault =>
  new StripeFault(400, { type: 'invalid_request_error', ...(code ? { code } : {}), message, param }, false)

export const noSuch = (what: string, id: string, param = 'id'): StripeFault =>
  new StripeFault(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param }, false)

/** @throws StripeFault 404 when the object does not exist */
export function findOrFault<Value>(map: ReadonlyMap<string, Value>, what: string, id: string, param?: string): Value {
  const found = map.get(id)
  if (!found) throw noSuch(what, id, param)
  return found
}
