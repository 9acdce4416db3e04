/** A mail server that takes every letter and delivers none: they lie in the mailbox, to be read on its page. */
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mail } from '../state.ts'
import { newId, type World } from '../world.ts'

const MOST_BYTES = 5_000_000
/** Older letters go. */
const MOST_LETTERS = 2_000

interface SmtpRefusal extends Error {
  responseCode?: number
}

const refusal = (code: number, message: string): SmtpRefusal => Object.assign(new Error(message), { responseCode: code })

/** All addresses that a letter leads to, in the order of their first appearance. */
export function linksOf(text: string, html: string): string[] {
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

/** @throws Error when the port is taken */
export async function startMailbox(world: World, port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const { state } = world
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MOST_BYTES,
    onRcptTo: ({ address }, _, done) => {
      if (state.mailSwitches.bounce.includes(address.toLowerCase())) return done(refusal(550, 'No such mailbox here'))
      done()
    },
    onMailFrom: (_, __, done) => {
      const { refuse, slowMs } = state.mailSwitches
      void pause(slowMs).then(() => {
        if (refuse === 'temporary') return done(refusal(451, 'Try again later'))
        if (refuse) return done(refusal(554, 'No mail is taken'))
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
            if (oldest && state.mails.size > MOST_LETTERS) state.mails.delete(oldest)
            world.save()
            done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  // A client that goes away in the middle is its own affair.
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
