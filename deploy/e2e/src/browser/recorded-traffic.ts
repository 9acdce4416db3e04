/** Records a run's responses and log lines, and searches them for secrets. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Local } from '@reelfair/local'
import type { Page, Request, Response } from 'playwright-core'

/** Minimum length of a secret; shorter strings could match by chance. */
const MIN_SECRET_LENGTH = 12

export interface RecordedTraffic {
  record(page: Page): Promise<void>
  /** Adds session cookies that a test sets without signing in. */
  addSessionCookies(cookies: readonly { readonly value: string }[]): void
  /** Excludes `set-cookie` headers, which contain secrets on purpose. */
  texts(): Promise<{ readonly of: string; readonly text: string }[]>
  /** Maps each secret to a description of its kind. */
  secrets(): ReadonlyMap<string, string>
}

const isSecretField = /^(?:password|token|secret)$/

export function recordTraffic(local: Local, folder: string): RecordedTraffic {
  const texts: { of: string; text: string }[] = []
  const underWay = new Set<Promise<void>>()
  const { stripe } = local.sandbox
  const secrets = new Map<string, string>([
    [stripe.secretKey, 'the Stripe key'],
    ...Object.entries(stripe.webhookSecrets).map(([name, value]): [string, string] => [value, `the ${name} webhook secret`]),
    [local.secrets.gatewaySecret, 'the gateway secret'],
    [local.secrets.demoPassword, 'a password'],
    ...local.secrets.sessionPrivateKey
      .split('\n')
      .filter((line) => line.length > 40)
      .map((line): [string, string] => [line, 'the session signing key']),
  ])
  const know = (value: unknown, what: string) => {
    if (typeof value === 'string' && value.length >= MIN_SECRET_LENGTH) secrets.set(value, what)
  }
  const knowSent = (request: Request) => {
    const sent: unknown = request.headers()['content-type'] === 'application/json' ? request.postDataJSON() : undefined
    for (const [field, value] of Object.entries(sent ?? {})) if (isSecretField.test(field)) know(value, `a ${field}`)
  }
  const keep = async (response: Response) => {
    const headers = await response.headersArray()
    const headerLines = headers.filter(({ name }) => name.toLowerCase() !== 'set-cookie').map(({ name, value }) => `${name}: ${value}`)
    for (const { name, value } of headers)
      if (name.toLowerCase() === 'set-cookie') know(/session=([^;]+)/.exec(value)?.[1], 'a session cookie')
    const isStream = headerLines.some((line) => /^content-type: text\/event-stream/i.test(line))
    // The body is unavailable if the tab has left the page.
    const body = isStream ? '' : await response.text().catch(() => '')
    texts.push({ of: `${response.request().method()} ${response.url()}`, text: `${headerLines.join('\n')}\n${body}` })
  }
  return {
    record: async (page) => {
      page.on('request', (request) => {
        if (request.url().startsWith(local.url)) knowSent(request)
      })
      page.on('response', (response) => {
        const url = new URL(response.url())
        if (url.origin !== local.url || /\.(?:js|css|woff2|svg|png)$/.test(url.pathname)) return
        const kept = keep(response).catch(() => {})
        underWay.add(kept)
        void kept.finally(() => underWay.delete(kept))
      })
      const debuggerOfTab = await page.context().newCDPSession(page)
      debuggerOfTab.on('Network.eventSourceMessageReceived', ({ eventName, data }) => texts.push({ of: `live ${eventName}`, text: data }))
      await debuggerOfTab.send('Network.enable')
    },
    addSessionCookies: (cookies) => {
      for (const { value } of cookies) know(value, 'a session cookie')
    },
    texts: async () => {
      await Promise.all(underWay)
      const logs = readdirSync(join(folder, 'logs')).flatMap((file) =>
        readFileSync(join(folder, 'logs', file), 'utf8')
          .split('\n')
          .map((text) => ({ of: `log ${file}`, text })),
      )
      return [...texts, ...logs]
    },
    secrets: () => secrets,
  }
}

export const LOOKS_SECRET = /\b(?:sk_(?:test|live)|rk_(?:test|live)|whsec)_\w{8,}|-----BEGIN [A-Z ]*PRIVATE KEY/

/** @returns a sentence for each text that contains a secret; the sentence does not reveal the secret */
export function leaksIn(texts: readonly { readonly of: string; readonly text: string }[], secrets: ReadonlyMap<string, string>): string[] {
  const leaks = texts.flatMap(({ of, text }) => [
    ...(LOOKS_SECRET.test(text) ? [`${of} contains what looks like a key`] : []),
    ...[...secrets].flatMap(([secret, what]) => (text.includes(secret) ? [`${of} contains ${what}`] : [])),
  ])
  return [...new Set(leaks)]
}
