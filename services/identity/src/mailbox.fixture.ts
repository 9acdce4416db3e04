import type { AddressInfo } from 'node:net'
import { eventually, type TestApp } from '@reelfair/testkit'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'
import { mails } from './store/mails.ts'

export interface Received {
  readonly to: string
  readonly messageId: string
  readonly subject: string
  readonly head: string
  readonly body: string
  readonly token: string
}

/** How the mail server treats e-mails. `cut`: accepts an e-mail but closes the connection before confirming it. */
type Mood = 'take' | 'refuse' | 'later' | 'cut'

const fault = (responseCode: number) => Object.assign(new Error('requested by the test'), { responseCode })

/** @param options.signIns keeps e-mails about new sign-ins, which many tests cause only as a side effect */
export async function startMailbox({ port = 0, forTest = true, signIns = false } = {}) {
  const received: Received[] = []
  let mood: Mood = 'take'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => done(mood === 'refuse' ? fault(550) : mood === 'later' ? fault(451) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = read(Buffer.concat(chunks).toString('utf8'), session.envelope.rcptTo[0]?.address ?? '')
        if (signIns || !/^(?:New sign-in|Nouvelle connexion)/.test(mail.subject)) received.push(mail)
        if (mood !== 'cut') return done()
        mood = 'take'
        // biome-ignore lint/suspicious/noExplicitAny: the library keeps its connections to itself.
        for (const connection of (server as any).connections) connection._socket.destroy()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  if (forTest) onTestFinished(stop)
  const to = (email: string) => received.filter((mail) => mail.to.toLowerCase() === email.toLowerCase())
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    to,
    async newest(email: string, count = 1): Promise<Received> {
      return eventually(() => {
        const mails = to(email)
        const last = mails.at(-1)
        if (!last || mails.length < count) throw new Error(`received ${mails.length} of ${count} e-mails`)
        return last
      })
    },
    set mood(next: Mood) {
      mood = next
    },
    stop,
  }
}

const decodedHex = (text: string) => text.replaceAll(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())

/** Joins folded lines and decodes encoded words. @source RFC 2047 */
const decodedHead = (text: string) =>
  text
    .replaceAll(/\?=\r\n\s+=\?/g, '?==?')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .replaceAll(/(?:=\?UTF-8\?Q\?[^?]*\?=)+/gi, (words) =>
      decodedHex(
        words
          .replaceAll(/\?==\?UTF-8\?Q\?/gi, '')
          .replaceAll(/^=\?UTF-8\?Q\?|\?=$/gi, '')
          .replaceAll('_', ' '),
      ),
    )

function read(raw: string, to: string): Received {
  const end = raw.indexOf('\r\n\r\n')
  const head = decodedHead(raw.slice(0, end))
  const body = decodedHex(raw.slice(end).replaceAll('=\r\n', ''))
  const header = (name: string) => new RegExp(`^${name}: (.+)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  return {
    to,
    messageId: header('message-id'),
    subject: header('subject'),
    head,
    body,
    token: /#token=([\w-]{43})/.exec(body)?.[1] ?? '',
  }
}

export const whenProcessed = (app: TestApp, to: string) =>
  eventually(async () => {
    const rows = await mails.native(app.context().connection).find({ to }).toArray()
    expect(rows.map(({ state }) => state)).not.toContain('waiting')
    return rows
  })
