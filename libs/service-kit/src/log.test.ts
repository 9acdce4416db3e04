import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog('toy', 'info', { write: (line: string) => void lines.push(line) }))
  return lines.map((line) => JSON.parse(line))
}

test('redacts secrets logged by mistake', () => {
  const [line] = logged((log) =>
    log.info({ password: 'hunter2', headers: { authorization: 'Bearer hunter2', cookie: 'hunter2' }, kept: 1 }, 'request sent'),
  )
  expect(line).toMatchObject({ service: 'toy', level: 'info', msg: 'request sent', kept: 1, password: '[secret]' })
  expect(JSON.stringify(line)).not.toContain('hunter2')
})

test('logs an error with its stack and causes but without driver details', () => {
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    code: 11000,
    keyValue: { email: 'a@b.example' },
    reply: { big: 1 },
  })
  const [line] = logged((log) => log.error({ error }, 'request failed'))
  expect(line.error).toEqual({
    name: 'Error',
    message: 'outer',
    code: 11000,
    stack: expect.stringContaining('log.test.ts'),
    cause: { name: 'Error', message: 'inner', stack: expect.any(String) },
  })
})

test('truncates long messages, stacks and cause chains', () => {
  let error = new Error('x'.repeat(100_000))
  for (let depth = 0; depth < 50; depth += 1) error = new Error('y'.repeat(100_000), { cause: error })
  const lines = logged((log) => {
    log.error({ error }, 'request failed')
    log.warn({ error: String(error) }, 'database failed')
  })
  for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(64 * 1024)
})

test.each([
  ['a long value', 'zoe@b.example'.padEnd(20_000, 'x')],
  ['a multi-line value', 'a\nzoe@b.example'],
])('removes duplicate key values from errors: %s', (_, email) => {
  const error = new Error(`E11000 duplicate key error collection: c index: email_taken dup key: { email: "${email}" }`)
  const [line] = logged((log) => log.error({ error }, 'database failed'))
  expect(line.error.message).toContain('email_taken')
  expect(JSON.stringify(line)).not.toContain('zoe@')
})

test.each(['error', 'err'])('omits the document from a database error logged as %s', (key) => {
  const op = { email: 'zoe@b.example', passwordHash: '$argon2id$hunter2' }
  const message = 'E11000 duplicate key error collection: reelfair.users index: email_taken dup key: { email: "zoe@b.example" }'
  const error = new mongo.MongoBulkWriteError(
    { message, code: 11000, writeErrors: [{ index: 0, code: 11000, errmsg: message, op }] } as never,
    {
      insertedCount: 0,
      insertedIds: { 0: 'x' },
    } as never,
  )
  Object.assign(error, { writeErrors: [{ err: { op } }], keyValue: { email: op.email } })
  const outer = new Error('batch failed', { cause: error })
  const lines = logged((log) => {
    log.error({ [key]: error }, 'database failed')
    log.error({ [key]: outer }, 'database failed')
    log.error(error, 'database failed')
    log.warn({ [key]: String(error) }, 'database failed')
  })
  expect(lines).toHaveLength(4)
  expect(lines[0][key]).toMatchObject({ code: 11000, message: expect.stringContaining('index: email_taken') })
  expect(lines[2].error).toMatchObject({ stack: expect.stringContaining('MongoBulkWriteError') })
  for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/hunter2|zoe@/)
})
