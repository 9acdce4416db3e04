/** An SMTP server that stores e-mails for the mailbox page instead of delivering them. */
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mail } from '../state.ts'
import { newId, type World } from '../world.ts'

const MAX_BYTES = 5_000_000
const MAX_EMAILS = 2_000

interface SmtpRefusal extends Error {
  responseCode?: number
}

const refusal = (code: number, message: string): SmtpRefusal => Object.assign(new Error(message), { responseCode: code })

function linksOf(text: string, html: string): string[] {
  const inHtml = [...html.matchAll(/href\s*=\s*["']([^"']+)["']/gi)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) => link.replace(/[.,;:!?]+$/, ''))
  return [...new Set([...inHtml, ...inText])]
}

async function read(world: World, raw: Buffer, from: string, to: string[]): Promise<Mail> {
  const parsed = await PostalMime.parse(raw)
  const text = parsed.text ?? ''
  const html = parsed.html ?? ''
  return {
    id: newId('mail_', 12),
    at: world.clock.now().toISOString(),
    from: parsed.from?.address ?? from,
    to,
    subject: parsed.subject ?? '',
    text,
    html,
    links: linksOf(text, html),
  }
}

export async function startMailbox(world: World, port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const { state } = world
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    onRcptTo: ({ address }, _, done) => {
      if (state.mailSwitches.bounce.includes(address.toLowerCase())) return done(refusal(550, 'No such mailbox here'))
      done()
    },
    onMailFrom: (_, __, done) => {
      const { refuse, slowMs } = state.mailSwitches
      void pause(slowMs).then(() => {
        if (refuse === 'temporary') return done(refusal(451, 'Try again later'))
        if (refuse) return done(refusal(554, 'Mail refused'))
        done()
      })
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        read(
          world,
          Buffer.concat(parts),
          from,
          rcptTo.map(({ address }) => address),
        ).then(
          (mail) => {
            state.mails.set(mail.id, mail)
            const [oldest] = state.mails.keys()
            if (oldest && state.mails.size > MAX_EMAILS) state.mails.delete(oldest)
            world.save()
            done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  // A client that disconnects early must not stop the sandbox.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
