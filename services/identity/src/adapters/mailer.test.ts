import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from './mailer.ts'

const mail = { messageId: '<one@reelfair.test>', to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

/** A mail server that answers each command as told; `undefined` says nothing at all. */
async function startServer(answerTo: (command: string, socket: Socket) => string | undefined): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inMail = false
    const say = (command: string) => {
      const answer = answerTo(command, socket)
      if (answer !== undefined && !socket.destroyed) socket.write(`${answer}\r\n`)
      inMail = command === 'DATA' && answer?.startsWith('3') === true
    }
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (inMail) return text.endsWith('\r\n.\r\n') ? say('END') : undefined
      for (const line of text.split('\r\n').filter(Boolean))
        say(line.startsWith('MAIL') || line.startsWith('RCPT') ? line.slice(0, 4) : line.slice(0, 4).trim())
    })
    say('GREETING')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const kind: Readonly<Record<string, string>> = { GREETING: '220 here', EHLO: '250 here', DATA: '354 go on', QUIT: '221 bye' }
const send = async (odd: Readonly<Record<string, string | undefined>>, attemptMs?: number) => {
  const url = await startServer((command) => (command in odd ? odd[command] : (kind[command] ?? '250 ok')))
  return smtpMailer({ url, from: 'hello@reelfair.test', ...(attemptMs !== undefined && { attemptMs }) }).send(mail)
}

test('a server that takes a mail has taken it', async () => {
  expect(await send({})).toEqual({ kind: 'sent' })
})

test.each([
  ['the recipient is refused', { RCPT: '550 nobody here' }, 'EENVELOPE 550'],
  ['the message is refused', { END: '554 no' }, 'EMESSAGE 554'],
])('is given up for good where %s', async (_, odd, reason) => {
  expect(await send(odd)).toEqual({ kind: 'refused', reason })
})

test.each([
  ['the recipient’s box is full for now', { RCPT: '452 later' }, 'EENVELOPE 452'],
  ['the message is put off', { END: '451 later' }, 'EMESSAGE 451'],
  ['our own sender is refused', { MAIL: '550 who are you' }, 'EENVELOPE 550'],
  ['the server is busy', { GREETING: '554 not now' }, 'EPROTOCOL 554'],
])('waits where %s', async (_, odd, reason) => {
  expect(await send(odd)).toEqual({ kind: 'later', reason })
})

test('never repeats the server’s words, which may hold the address', async () => {
  expect(JSON.stringify(await send({ RCPT: '550 <ada@example.org> is not here' }))).not.toContain('ada')
})

test.each(['GREETING', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END'])('a server that says nothing to %s is left in time', async (command) => {
  expect(await send({ [command]: undefined }, 300)).toMatchObject({ kind: 'later' })
})

test('a server whose answer never ends is left in time, and its connection is closed', async () => {
  const closed = Promise.withResolvers<void>()
  const url = await startServer((_, socket) => {
    const dripping = setInterval(() => socket.write('2'), 20)
    socket.on('close', () => {
      clearInterval(dripping)
      closed.resolve()
    })
    return undefined
  })
  expect(await smtpMailer({ url, from: 'hello@reelfair.test', attemptMs: 300 }).send(mail)).toMatchObject({ kind: 'later' })
  await closed.promise
})

test('a server that is not there, or hangs up at once, is tried again', async () => {
  expect(await smtpMailer({ url: 'smtp://127.0.0.1:9', from: 'hello@reelfair.test' }).send(mail)).toMatchObject({ kind: 'later' })
  const url = await startServer((_, socket) => void socket.destroy())
  expect(await smtpMailer({ url, from: 'hello@reelfair.test' }).send(mail)).toMatchObject({ kind: 'later' })
})
