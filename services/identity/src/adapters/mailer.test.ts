import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from './mailer.ts'

const mail = { messageId: '<one@reelfair.test>', to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

/** @param answerTo returns the mail server's reply to a command; `undefined` for no reply */
async function startServer(
  answerTo: (command: string, socket: Socket) => string | undefined,
  onText: (text: string) => void = () => {},
): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inMail = false
    const reply = (command: string) => {
      const answer = answerTo(command, socket)
      if (answer !== undefined && !socket.destroyed) socket.write(`${answer}\r\n`)
      inMail = command === 'DATA' && answer?.startsWith('3') === true
    }
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (inMail) onText(text)
      if (inMail) return text.endsWith('\r\n.\r\n') ? reply('END') : undefined
      for (const line of text.split('\r\n').filter(Boolean))
        reply(line.startsWith('MAIL') || line.startsWith('RCPT') ? line.slice(0, 4) : line.slice(0, 4).trim())
    })
    reply('GREETING')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const usualReplies: Readonly<Record<string, string>> = { GREETING: '220 here', EHLO: '250 here', DATA: '354 go on', QUIT: '221 bye' }
const send = async (replies: Readonly<Record<string, string | undefined>>, attemptMs?: number) => {
  const url = await startServer((command) => (command in replies ? replies[command] : (usualReplies[command] ?? '250 ok')))
  return smtpMailer({ url, from: 'hello@reelfair.test', ...(attemptMs !== undefined && { attemptMs }) }).send(mail)
}

test('reports an e-mail as sent when the server accepts it', async () => {
  expect(await send({})).toEqual({ kind: 'sent' })
})

test('sends a reply address and one-click unsubscription only if the e-mail has them, and keeps line breaks out of headers', async () => {
  const lines: string[] = []
  const url = await startServer(
    (command) => usualReplies[command] ?? '250 ok',
    (text) => lines.push(text),
  )
  const mailer = smtpMailer({ url, from: 'hello@reelfair.test' })
  const subject = 'Hello\r\nBcc: eve@example.org'
  await mailer.send({ ...mail, subject, replyTo: 'ada@example.org', unsubscribeUrl: 'https://reelfair.test/unsubscribe?t=1' })
  const sent = lines.join('')
  expect(sent).toContain('Reply-To: ada@example.org\r\n')
  expect(sent).toContain('List-Unsubscribe: <https://reelfair.test/unsubscribe?t=1>\r\n')
  expect(sent).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(sent).not.toMatch(/^Bcc:/m)
  lines.length = 0
  await mailer.send(mail)
  expect(lines.join('')).not.toMatch(/Reply-To|List-Unsubscribe/)
})

test.each([
  ['the recipient is refused', { RCPT: '550 nobody here' }, 'EENVELOPE 550'],
  ['the message is refused', { END: '554 no' }, 'EMESSAGE 554'],
])('gives up on an e-mail when %s', async (_, replies, reason) => {
  expect(await send(replies)).toEqual({ kind: 'refused', reason })
})

test.each([
  ['the recipient’s mailbox is temporarily full', { RCPT: '452 later' }, 'EENVELOPE 452'],
  ['the message is deferred', { END: '451 later' }, 'EMESSAGE 451'],
  ['our sender address is refused', { MAIL: '550 who are you' }, 'EENVELOPE 550'],
  ['the server is busy', { GREETING: '554 not now' }, 'EPROTOCOL 554'],
])('retries an e-mail later when %s', async (_, replies, reason) => {
  expect(await send(replies)).toEqual({ kind: 'later', reason })
})

test('omits the server’s text from the result, because it may contain the address', async () => {
  expect(JSON.stringify(await send({ RCPT: '550 <ada@example.org> is not here' }))).not.toContain('ada')
})

test.each(['GREETING', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END'])('times out when the server does not reply to %s', async (command) => {
  expect(await send({ [command]: undefined }, 300)).toMatchObject({ kind: 'later' })
})

test('times out and closes the connection when the server’s reply never ends', async () => {
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

test('retries later when the server is unreachable or closes the connection immediately', async () => {
  expect(await smtpMailer({ url: 'smtp://127.0.0.1:9', from: 'hello@reelfair.test' }).send(mail)).toMatchObject({ kind: 'later' })
  const url = await startServer((_, socket) => void socket.destroy())
  expect(await smtpMailer({ url, from: 'hello@reelfair.test' }).send(mail)).toMatchObject({ kind: 'later' })
})
