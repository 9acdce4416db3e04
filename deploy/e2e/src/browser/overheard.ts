/** All that the system has said during a run, and all that it must never say: what a stranger who reads answers or logs would look for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Local } from '@reelfair/local'
import type { Page, Request, Response } from 'playwright-core'

/** Shorter ones occur by accident. */
const SHORTEST = 12

export interface Overheard {
  /** From now on what this tab is answered is kept, and what it sends as a secret is known as one. */
  listen(page: Page): Promise<void>
  /** Cookies that a tab was given by hand. */
  know(cookies: readonly { readonly value: string }[]): void
  /** Every answer, without the one header that is to bring a cookie; then every line of the logs, and the live streams. */
  texts(): Promise<{ readonly of: string; readonly text: string }[]>
  /** What is secret, by what it is. */
  secrets(): ReadonlyMap<string, string>
}

const isSecretField = /^(?:password|token|secret)$/

export function overhear(local: Local, folder: string): Overheard {
  const texts: { of: string; text: string }[] = []
  const underWay = new Set<Promise<void>>()
  const { stripe } = local.sandbox
  const secrets = new Map<string, string>([
    [stripe.secretKey, 'the key of Stripe'],
    ...Object.entries(stripe.webhookSecrets).map(([name, value]): [string, string] => [value, `the secret of the ${name} webhooks`]),
    [local.secrets.gatewaySecret, 'the gateway’s secret'],
    [local.secrets.demoPassword, 'a password'],
    ...local.secrets.sessionPrivateKey
      .split('\n')
      .filter((line) => line.length > 40)
      .map((line): [string, string] => [line, 'the key that signs sessions']),
  ])
  const know = (value: unknown, what: string) => {
    if (typeof value === 'string' && value.length >= SHORTEST) secrets.set(value, what)
  }
  const knowSent = (request: Request) => {
    const sent: unknown = request.headers()['content-type'] === 'application/json' ? request.postDataJSON() : undefined
    for (const [field, value] of Object.entries(sent ?? {})) if (isSecretField.test(field)) know(value, `a ${field}`)
  }
  const keep = async (response: Response) => {
    const headers = await response.headersArray()
    const said = headers.filter(({ name }) => name.toLowerCase() !== 'set-cookie').map(({ name, value }) => `${name}: ${value}`)
    for (const { name, value } of headers)
      if (name.toLowerCase() === 'set-cookie') know(/session=([^;]+)/.exec(value)?.[1], 'a session’s cookie')
    const isStream = said.some((line) => /^content-type: text\/event-stream/i.test(line))
    // Of a page that was left meanwhile there is no body.
    const body = isStream ? '' : await response.text().catch(() => '')
    texts.push({ of: `${response.request().method()} ${response.url()}`, text: `${said.join('\n')}\n${body}` })
  }
  return {
    listen: async (page) => {
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
    know: (cookies) => {
      for (const { value } of cookies) know(value, 'a session’s cookie')
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

/** Whatever looks like one of these is secret, wherever it comes from. */
export const LOOKS_SECRET = /\b(?:sk_(?:test|live)|rk_(?:test|live)|whsec)_\w{8,}|-----BEGIN [A-Z ]*PRIVATE KEY/

/** @returns a sentence for each place where a secret is said; never the secret itself */
export function leaksIn(texts: readonly { readonly of: string; readonly text: string }[], secrets: ReadonlyMap<string, string>): string[] {
  const leaks = texts.flatMap(({ of, text }) => [
    ...(LOOKS_SECRET.test(text) ? [`${of} holds what looks like a key`] : []),
    ...[...secrets].flatMap(([secret, what]) => (text.includes(secret) ? [`${of} holds ${what}`] : [])),
  ])
  return [...new Set(leaks)]
}
