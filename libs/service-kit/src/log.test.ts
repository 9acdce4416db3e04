import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(say: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  say(createLog('toy', 'info', { write: (line: string) => void lines.push(line) }))
  return lines.map((line) => JSON.parse(line))
}

test('a secret that is given to the log by mistake does not get into it', () => {
  const [line] = logged((log) =>
    log.info({ password: 'hunter2', headers: { authorization: 'Bearer hunter2', cookie: 'hunter2' }, kept: 1 }, 'told'),
  )
  expect(line).toMatchObject({ service: 'toy', level: 'info', msg: 'told', kept: 1, password: '[secret]' })
  expect(JSON.stringify(line)).not.toContain('hunter2')
})

test('an error is logged with its stack and causes, without what drivers hang on it', () => {
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    code: 11000,
    keyValue: { email: 'a@b.example' },
    reply: { big: 1 },
  })
  const [line] = logged((log) => log.error({ error }, 'a bug'))
  expect(line.error).toEqual({
    name: 'Error',
    message: 'outer',
    code: 11000,
    stack: expect.stringContaining('log.test.ts'),
    cause: { name: 'Error', message: 'inner', stack: expect.any(String) },
  })
})

test('cuts long messages, long stacks and long chains of causes', () => {
  let error = new Error('x'.repeat(100_000))
  for (let depth = 0; depth < 50; depth += 1) error = new Error('y'.repeat(100_000), { cause: error })
  const lines = logged((log) => {
    log.error({ error }, 'a bug')
    log.warn({ error: String(error) }, 'a fault')
  })
  for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(64 * 1024)
})

test.each([
  ['a long one', 'zoe@b.example'.padEnd(20_000, 'x')],
  ['one of several lines', 'a\nzoe@b.example'],
])('leaves a duplicate key out of the log: %s', (_, email) => {
  const error = new Error(`E11000 duplicate key error collection: c index: email_taken dup key: { email: "${email}" }`)
  const [line] = logged((log) => log.error({ error }, 'a fault'))
  expect(line.error.message).toContain('email_taken')
  expect(JSON.stringify(line)).not.toContain('zoe@')
})

test.each(['error', 'err'])('what a database says of a document it did not take shows nothing of the document, logged as %s', (key) => {
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
  const outer = new Error('the batch failed', { cause: error })
  const lines = logged((log) => {
    log.error({ [key]: error }, 'a fault')
    log.error({ [key]: outer }, 'a fault')
    log.error(error, 'a fault')
    log.warn({ [key]: String(error) }, 'a fault')
  })
  expect(lines).toHaveLength(4)
  expect(lines[0][key]).toMatchObject({ code: 11000, message: expect.stringContaining('index: email_taken') })
  for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/hunter2|zoe@/)
})
