/** Replays recorded exchanges with a network in order, and notes what the adapter sent. */
import type { AccessOf, SocialProvider } from './provider.ts'

export interface Exchange {
  /** Method and address without the query. */
  readonly request: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

interface Sent {
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** A form's fields, or the JSON value. */
  readonly body: unknown
}

/** The time of every recorded response. */
export const RECORDED_AT = new Date('2026-11-21T12:00:00Z')

export function replay(...exchanges: readonly Exchange[]) {
  const sent: Sent[] = []
  const unexpected: string[] = []
  const send = async (address: string | URL | Request, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
    const { origin, pathname, searchParams } = new URL(String(address))
    const exchange = exchanges[sent.length]
    const read = body instanceof URLSearchParams ? Object.fromEntries(body) : typeof body === 'string' ? JSON.parse(body) : undefined
    sent.push({ query: Object.fromEntries(searchParams), headers: Object.fromEntries(new Headers(headers)), body: read })
    const request = `${method} ${origin}${pathname}`
    if (exchange?.request !== request) {
      unexpected.push(request)
      throw new TypeError('request not recorded')
    }
    return Response.json(exchange.body, {
      status: exchange.status ?? 200,
      headers: { date: RECORDED_AT.toUTCString(), ...exchange.headers },
    })
  }
  return { fetch: send as typeof fetch, sent, unexpected, isOver: () => sent.length === exchanges.length && unexpected.length === 0 }
}

/** Makes all calls with the same owners' consents. */
export const withAccess = (provider: SocialProvider, accessOf: AccessOf | undefined): SocialProvider => ({
  verifyBioCode: (ask, options) => provider.verifyBioCode(ask, { ...options, accessOf }),
  fetchAccountStats: (ref, options) => provider.fetchAccountStats(ref, { ...options, accessOf }),
  listRecentVideos: (account, page, options) => provider.listRecentVideos(account, page, { ...options, accessOf }),
  fetchVideoMetrics: (account, ids, options) => provider.fetchVideoMetrics(account, ids, { ...options, accessOf }),
})
