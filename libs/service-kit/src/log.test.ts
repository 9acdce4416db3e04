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
