import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { clientsOf, movableClock, testSecrets } from '@reelfair/testkit'
import { afterAll, expect, test } from 'vitest'
import { plain } from '../../test/toy.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { createLog } from '../log.ts'
import { startService } from '../start-service.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('test', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) })
const bus = inProcessBus({ log })
const clock = movableClock(new Date())
const service = await startService(plain, { env: { ...testSecrets }, bus, log, clock })
afterAll(async () => {
  await service.stop()
  await bus.close()
})
const as = clientsOf(service.url)
const visitor = as('visitor')

/** Exactly these bytes, and all that comes back until the server closes. */
function raw(bytes: string): Promise<string> {
  const { port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('body, parameters and query arrive in one input', async () => {
  const boxId = randomUUID()
  expect(await visitor.post('/echo', { name: ' a ' })).toMatchObject({ status: 201, body: { name: 'a' } })
  expect(await visitor.put(`/echo/${boxId}`, { name: 'b' })).toMatchObject({ status: 200, body: { name: 'b', boxId } })
  expect(await visitor.get('/sums', { a: 1, b: 2 })).toMatchObject({ status: 200, body: { sum: 3 } })
})

test('a path parameter wins over a field of the same name', async () => {
  const [inPath, inBody] = [randomUUID(), randomUUID()]
  expect((await visitor.put(`/echo/${inPath}`, { name: 'b', boxId: inBody })).body.boxId).toBe(inPath)
})

test('what the output does not name stays inside', async () => {
  expect((await visitor.get('/sums', { a: 1, b: 2 })).body).toEqual({ sum: 3 })
  const { body, status, headers } = await visitor.post('/cookies')
  expect({ body, status, session: headers['x-set-session'] }).toEqual({ body: { ok: true }, status: 202, session: 'crumb' })
  expect(await visitor.post('/empty', {})).toMatchObject({ status: 204, body: undefined })
})

test('accepts a session token from before or after a jump of the movable clock', async () => {
  for (const days of [0, 10]) {
    clock.advance({ days })
    expect((await as('creator').get('/doors/creator')).status).toBe(200)
  }
})

test.each([
  ['two hosts', 'GET /sums?a=1&b=2 HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET /sums?a=1&b=2 HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['HTTP/0.9', 'GET /sums?a=1&b=2\r\n\r\n'],
])('refuses a request with %s', async (_, bytes) => {
  expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed_body"/)
})

test('nothing is kept by a cache, and nothing says what answers', async () => {
  for (const path of ['/doors/visitor', '/nowhere']) {
    const { headers } = await visitor.get(path)
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['etag']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-powered-by']))
  }
})

test('a request keeps the id of the gateway, and a thing that is none is replaced', async () => {
  const id = randomUUID()
  const kept = await visitor.get('/doors/visitor', undefined, { headers: { 'x-request-id': id } })
  expect([kept.headers['x-request-id'], kept.body.causeId]).toEqual([id, id])
  const { headers } = await visitor.get('/doors/visitor', undefined, { headers: { 'x-request-id': 'x"} {"forged' } })
  expect(headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
})

test.each([
  ['an unknown field', { name: 'a', weight: 3 }, ['weight']],
  ['an unknown field further inside', { name: 'a', lid: { colour: 'red', deep: 1 } }, ['lid.deep']],
  ['a missing field', {}, ['name']],
  ['a wrong one, with its path', { name: 'a', lid: { colour: 'blue' } }, ['lid.colour']],
  ['several at once', { name: '', lid: {}, x: 1 }, ['name', 'lid.colour', 'x']],
  ['a prototype', '{"name":"a","__proto__":{"polluted":true}}', ['__proto__']],
])('refuses %s', async (_, body, paths) => {
  const answer = await visitor.post('/echo', body)
  expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json; charset=utf-8' } })
  expect(answer.body).toMatchObject({
    type: 'about:blank',
    code: 'invalid_input',
    title: 'Bad Request',
    requestId: answer.headers['x-request-id'],
  })
  expect(answer.body.fields.map(({ path }: { path: string }) => path)).toEqual(paths)
})

/** A body as its text, so that it may hold what no object of ours could. */
const withKeys = (count: number, name = 'k') => `{${Array.from({ length: count }, (_, at) => `"${name}${at}":1`).join()}}`
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([
  ['many unknown fields', withKeys(90)],
  ['long names', `{"${'n'.repeat(900)}":1}`],
  ['names that JSON escapes', withKeys(20, '\\u0001'.repeat(7))],
])('answers %s in few words', async (_, body) => {
  const answer = await visitor.put(`/echo/${randomUUID()}`, body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(JSON.stringify(answer.body).length).toBeLessThan(16 * 1024)
  expect(answer.body.fields.length).toBeLessThanOrEqual(20)
  for (const { path, message } of answer.body.fields) expect([path.length <= 64, message.length <= 64]).toEqual([true, true])
})

test.each([
  ['101 keys', withKeys(101)],
  ['101 keys further inside', `{"a":{"b":[${withKeys(101)}]}}`],
  ['a list of 101', `{"a":[${'1,'.repeat(100)}1]}`],
  ['11 levels', nested(11)],
  ['45,000 levels', `{"a":${'['.repeat(45_000)}${']'.repeat(45_000)}}`],
])('refuses %s before its schema looks at it', async (_, body) => {
  expect(await visitor.put(`/echo/${randomUUID()}`, body)).toMatchObject({ status: 400, body: { code: 'too_complex' } })
})

test('refuses a query of 101 keys, and one key given 101 times', async () => {
  for (const query of [Array.from({ length: 101 }, (_, at) => `k${at}`).join('&'), 'a&'.repeat(101)]) {
    expect(await visitor.get(`/doors/visitor?${query}`)).toMatchObject({ status: 400, body: { code: 'too_complex' } })
  }
})

test('takes 100 keys and 10 levels to the schema', async () => {
  for (const body of [withKeys(100), nested(10)]) {
    expect(await visitor.put(`/echo/${randomUUID()}`, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  }
})

test('cuts a refusal whose details grow beyond 16 KB down to its sentence', async () => {
  const { body } = await visitor.get('/refusals/endless')
  expect(body).toMatchObject({ status: 409, code: 'not_eligible', detail: 'This account cannot join this campaign.' })
  expect(body.details).toBeUndefined()
})

test('an object that was not made strict is strict at the border, and a route without input takes none', async () => {
  expect((await visitor.get('/sums', { a: 1, b: 2, c: 3 })).body.fields).toMatchObject([{ path: 'c' }])
  expect((await visitor.get('/doors/visitor', { c: 3 })).status).toBe(400)
  expect((await visitor.post('/empty', { c: 3 })).status).toBe(400)
})

test('says what is wrong in the reader’s language', async () => {
  const say = async (language: string) => {
    const options = { headers: { 'accept-language': language } }
    const { body } = await visitor.post('/echo', {}, options)
    const coded = await visitor.get('/coded', { n: 3 }, options)
    return { detail: body.detail, field: body.fields[0].message, coded: coded.body.fields[0].message }
  }
  expect(await say('en')).toEqual({
    detail: 'Something in your entry is not as it should be.',
    field: 'Please fill this in.',
    coded: 'The request took too long to arrive.',
  })
  expect(await say('fr-FR,en;q=0.5')).toEqual({
    detail: 'Une partie de votre saisie n’est pas valable.',
    field: 'Veuillez remplir ce champ.',
    coded: 'La requête a mis trop de temps à arriver.',
  })
  expect((await visitor.get('/doors/visitor', undefined, { headers: { 'accept-language': 'fr' } })).body.locale).toBe('fr')
  const long = await visitor.post('/echo', { name: 'a'.repeat(41) }, { headers: { 'accept-language': 'fr' } })
  expect(long.body.fields[0].message).toMatch(/^Trop grand : .*40/)
})

test.each([
  ['no JSON', '{"name":', {}, 400, 'malformed_body'],
  ['a list', '[1]', {}, 400, 'malformed_body'],
  ['a word', 'null', {}, 400, 'malformed_body'],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), {}, 400, 'malformed_body'],
  ['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'wrong_type'],
  ['text', '{"name":"a"}', { 'content-type': 'text/plain' }, 415, 'wrong_type'],
  ['another charset', '{"name":"a"}', { 'content-type': 'application/json; charset=latin1' }, 415, 'wrong_type'],
  ['something packed', 'xxxx', { 'content-encoding': 'gzip' }, 415, 'wrong_type'],
  ['too much', `{"name":"${'a'.repeat(1100)}"}`, {}, 413, 'too_large'],
] as [string, string | Buffer, Record<string, string>, number, string][])(
  'refuses a body that is %s',
  async (_, body, headers, status, code) => {
    const answer = await fetch(`${service.url}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body as string,
    })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code, status }])
  },
)

test('a body without a length is counted as it comes', async () => {
  const body = new ReadableStream({
    start(controller) {
      for (let part = 0; part < 20; part += 1) controller.enqueue(Buffer.alloc(100, 0x20))
      controller.close()
    },
  })
  const answer = await fetch(`${service.url}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too_large', detail: 'This is too large: 1 KB at most.' }])
})

test('a known address with another method names those it takes', async () => {
  expect(await visitor.del('/sums')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' }, body: { code: 'method_not_allowed' } })
  expect(await visitor.get('/echo')).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  expect(await visitor.post('/nowhere', {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await visitor.get('/Sums', { a: 1, b: 2 })).toMatchObject({ status: 404 })
  expect(await visitor.get('/sums/', { a: 1, b: 2 })).toMatchObject({ status: 404 })
  expect(await visitor.put('/echo/%E0%A4%A', {})).toMatchObject({ status: 400, body: { code: 'malformed_body' } })
})

test('what is no HTTP gets a coded answer too', async () => {
  const broken = await raw('GET / HTTP/9.9\r\nnonsense\r\n\r\n')
  expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/)
  expect(JSON.parse(broken.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'malformed_body', status: 400 })
  const large = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(large).toMatch(/^HTTP\/1\.1 431 .*"code":"headers_too_large"/s)
})

test('who may pass which door', async () => {
  const people = ['visitor', 'creator', 'brand', 'incomplete-brand', 'admin', 'gateway'] as const
  const doors = ['visitor', 'user', 'creator', 'brand', 'any-brand', 'admin', 'gateway'] as const
  const passed = await Promise.all(
    people.map(async (who) => [
      who,
      ...(await Promise.all(
        doors.map(async (door) => {
          const { status, body } = await as(who).get(`/doors/${door}`)
          return status === 200 ? 'ok' : `${status} ${body.code}`
        }),
      )),
    ]),
  )
  const [signIn, no, form, none] = ['401 not_signed_in', '403 not_allowed', '403 brand_incomplete', '404 not_found']
  expect(passed).toEqual([
    // who            visitor user  creator brand any    admin gateway
    ['visitor', 'ok', signIn, signIn, signIn, signIn, signIn, none],
    ['creator', 'ok', 'ok', 'ok', no, no, no, none],
    ['brand', 'ok', 'ok', no, 'ok', 'ok', no, none],
    ['incomplete-brand', 'ok', 'ok', no, form, 'ok', no, none],
    ['admin', 'ok', 'ok', no, no, no, 'ok', none],
    ['gateway', 'ok', signIn, signIn, signIn, signIn, signIn, 'ok'],
  ])
})

test('a door for several lets in whom one of them would let in, and no other', async () => {
  const people = ['visitor', 'creator', 'brand', 'incomplete-brand', 'admin', 'gateway'] as const
  const at = (door: string) => Promise.all(people.map(async (who) => (await as(who).get(`/doors/${door}`)).body.code ?? 'ok'))
  expect(await at('creator-or-brand')).toEqual(['not_signed_in', 'ok', 'ok', 'brand_incomplete', 'not_allowed', 'not_signed_in'])
  expect(await at('creator-or-any-brand')).toEqual(['not_signed_in', 'ok', 'ok', 'ok', 'not_allowed', 'not_signed_in'])
})

test('a token that is none is no visitor’s obstacle and nobody’s key', async () => {
  for (const authorization of ['Bearer x.y.z', 'Basic Zm9vOmJhcg==', 'Bearer']) {
    const options = { headers: { authorization } }
    expect((await visitor.get('/doors/visitor', undefined, options)).body.kind).toBe('visitor')
    expect(await visitor.get('/doors/user', undefined, options)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  }
  expect((await visitor.get('/doors/gateway', undefined, { headers: { 'x-gateway-secret': 'guess' } })).status).toBe(404)
})

test('asking too often is refused with the time to wait, each person for themselves', async () => {
  const creator = as('creator')
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await creator.get('/rare')).status))
  expect(statuses.sort()).toEqual([200, 200, 200, 429, 429])
  const { body, headers } = await creator.get('/rare')
  expect(body).toMatchObject({ code: 'too_many_requests', details: { seconds: Number(headers['retry-after']) } })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await as('admin').get('/rare')).status).toBe(200)
})

test('a visitor is known by the address that the gateway names', async () => {
  const options = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  expect((await visitor.get('/doors/visitor', undefined, options('203.0.113.7'))).body.ip).toBe('203.0.113.7')
  expect((await visitor.get('/doors/visitor', undefined, options('no address'))).body.ip).toBe('127.0.0.1')
})

test('a bug is answered with its reference only, and logged once with its stack', async () => {
  const { status, body } = await visitor.get('/bugs')
  expect(status).toBe(500)
  expect(body).toEqual({
    type: 'about:blank',
    status: 500,
    code: 'internal',
    title: 'Internal Server Error',
    detail: `Something went wrong on our side. Nothing was changed. Reference: ${body.requestId}`,
    requestId: body.requestId,
  })
  const told = lines.filter(({ requestId, level }) => requestId === body.requestId && level === 'error')
  expect(told).toMatchObject([
    { msg: 'a bug', route: '/bugs', error: { message: 'hunter2 is in here', stack: expect.stringContaining('toy.ts') } },
  ])
})

test('an output that is not as promised is a bug, and its values stay out of the log', async () => {
  const { status, body } = await visitor.get('/wrong-outputs')
  expect(status).toBe(500)
  const told = lines.filter(({ requestId, level }) => requestId === body.requestId && level === 'error')
  expect(told).toMatchObject([
    { error: { message: 'not as its schema says: id (invalid_format), name (invalid_type), createdAt (invalid_type)' } },
  ])
  expect(JSON.stringify(told)).not.toContain('hunter2')
})

test('a refusal carries its details in the sentence and beside it', async () => {
  expect((await visitor.get('/refusals')).body).toMatchObject({
    detail: 'This is too large: 3 boxes at most.',
    details: { limit: '3 boxes' },
  })
})

test('each request is one line of the log, without address, body, cookie or token', async () => {
  const { headers } = await as('creator').put(
    `/echo/${randomUUID()}?password=hunter2`,
    { name: 'hunter2' },
    { headers: { cookie: 'hunter2' } },
  )
  await expect.poll(() => lines.filter(({ requestId }) => requestId === headers['x-request-id'])).toHaveLength(1)
  const [line] = lines.filter(({ requestId }) => requestId === headers['x-request-id'])
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    service: 'plain',
    requestId: headers['x-request-id'],
    method: 'PUT',
    route: '/echo/:boxId',
    status: 200,
    ms: expect.any(Number),
    actorId: expect.any(String),
    msg: 'answered',
  })
  expect(JSON.stringify(lines.filter(({ msg }) => msg === 'answered'))).not.toMatch(/hunter2|Bearer|eyJ/)
})

test('health and figures are for the inside', async () => {
  expect(await visitor.get('/healthz')).toMatchObject({ status: 200, body: { alive: true } })
  expect(await visitor.get('/readyz')).toMatchObject({ status: 200, body: { ready: true } })
  const { body } = await visitor.get('/metrics')
  const lines = String(body).split('\n')
  expect(lines.find((line) => /^http_request_duration_seconds_count.*"\/sums".*"200"/.test(line))).toMatch(/service="plain".* \d+$/)
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes'))).toBe(true)
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await visitor.get(path, undefined, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404)
  }
})
