// @vitest-environment jsdom
import { type Account, type Accounts, type NetworkStatus, sentenceOf } from '@reelfair/contracts'
import { Route } from '@reelfair/web-kit'
import { describeInLanguages, errorResponse, Routes, showPage, stubApi } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { rememberStartedNetwork } from '../../components/connection/started-network.ts'
import { ConnectPage } from './connect-page.tsx'

const CALLBACK = 'POST /verification/connections/callbacks'
const START = 'POST /verification/connections'
const BACK = '/profile/connect?state=the-state&code=the-code&scopes=user.info.basic'
const connected: Account = {
  id: 'a1',
  network: 'tiktok',
  username: 'lea.films',
  status: 'verified',
  createdAt: '2026-11-21T10:00:00.000Z',
  verifiedAt: '2026-11-21T10:00:00.000Z',
  connection: { since: '2026-11-21T10:00:00.000Z' },
}
const status = (connect: NetworkStatus['connect']): NetworkStatus => ({ network: 'tiktok', attemptsLeft: 10, attemptsLimit: 10, connect })
const OUTCOME = { outcome: 'connected', network: 'tiktok', accountId: 'a1', username: 'lea.films' } as const

let accounts: Accounts
const api = stubApi({
  'GET /verification/accounts': () => accounts,
  [START]: () => ({ url: `${location.origin}${location.pathname}#the-network` }),
})
beforeEach(() => {
  accounts = { items: [], limitPerNetwork: 3, networks: [status('offered')] }
  rememberStartedNetwork('tiktok')
})
afterEach(() => {
  history.replaceState(null, '', '/')
  sessionStorage.clear()
})

const words = {
  en: {
    title: 'Connect your account',
    waiting: /^Waiting for the network’s confirmation/,
    toast: '@lea.films is verified and connected.',
    declined: 'You didn’t allow the connection.',
    offered: /or verify it with a code in its bio\.$/,
    required: /TikTok shows us videos only with your consent/,
    failed: 'We couldn’t connect the account.',
    done: 'Already done: these accounts are verified.',
    empty: 'There’s nothing to connect here.',
    again: 'Connect again',
    accounts: 'Back to your accounts',
  },
  fr: {
    title: 'Connecter votre compte',
    waiting: /^En attente de la confirmation du réseau/,
    toast: '@lea.films est vérifié et connecté.',
    declined: 'Vous n’avez pas autorisé la connexion.',
    offered: /ou le faire vérifier avec un code dans sa bio\.$/,
    required: /TikTok ne nous montre les vidéos qu’avec votre accord/,
    failed: 'Le compte n’a pas pu être connecté.',
    done: 'C’est déjà fait : ces comptes sont vérifiés.',
    empty: 'Il n’y a rien à connecter ici.',
    again: 'Reconnecter',
    accounts: 'Retour à vos comptes',
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]
  const open = (address = BACK) => {
    history.replaceState(null, '', address)
    showPage(
      <StrictMode>
        <Routes>
          <Route path="/profile/connect" element={<ConnectPage />} />
          <Route path="/dashboard" element={<p>the dashboard</p>} />
        </Routes>
      </StrictMode>,
      { address, locale },
    )
  }
  const result = async (name: string) => {
    const part = await screen.findByRole('region', { name: (label) => label.replaceAll('\u00a0', ' ').startsWith(name) })
    await waitFor(() => expect(document.activeElement).toBe(part))
    return part
  }
  const connectAgain = async () => {
    await userEvent.click(await screen.findByRole('button', { name: texts.again }))
    await waitFor(() => expect(location.hash).toBe('#the-network'))
    expect(api.sent(START)).toEqual([{ network: 'tiktok' }])
  }

  test('passes the result on once, removes it from the address, and opens the dashboard', async () => {
    const answer = Promise.withResolvers<typeof OUTCOME>()
    api.answer({ [CALLBACK]: () => answer.promise })
    open()
    expect(await screen.findByText(texts.waiting)).toBeDefined()
    expect(document.title).toBe(`${texts.title} · Reelfair`)
    expect(location.pathname + location.search).toBe('/profile/connect')
    answer.resolve(OUTCOME)
    expect(await screen.findByText('the dashboard')).toBeDefined()
    expect(screen.getAllByText(texts.toast)).toBeDefined()
    expect(api.sent(CALLBACK)).toEqual([{ state: 'the-state', code: 'the-code' }])
  })

  test.each(['offered', 'required'] as const)(
    'offers the next steps after the creator declined on a network whose connection is %s',
    async (connect) => {
      accounts = { ...accounts, networks: [status(connect)] }
      api.answer({ [CALLBACK]: { outcome: 'declined', network: 'tiktok' } })
      open('/profile/connect?state=the-state&error=access_denied')
      await result(texts.declined)
      expect(api.sent(CALLBACK)).toEqual([{ state: 'the-state', error: 'access_denied' }])
      expect(await screen.findByText(texts[connect])).toBeDefined()
      expect(screen.getByRole('link', { name: texts.accounts }).getAttribute('href')).toBe('/profile?network=tiktok')
      await connectAgain()
    },
  )

  test('blames the network for its own error, and connects again', async () => {
    api.fail(CALLBACK, 'connection_unavailable', locale)
    open('/profile/connect?state=the-state&error=server_error')
    await result(texts.failed)
    expect(api.sent(CALLBACK)).toEqual([{ state: 'the-state', error: 'server_error' }])
    expect(screen.queryByText(texts.declined)).toBeNull()
    await connectAgain()
  })

  test.each([
    'connection_failed',
    'connection_unavailable',
    'connection_permissions_missing',
    'connection_invalid',
    'account_taken',
    'username_taken',
  ] as const)('shows the error %s and connects again', async (code) => {
    api.fail(CALLBACK, code, locale)
    open()
    await result(texts.failed)
    expect(screen.getByText(sentenceOf(code, {}, locale).replaceAll('\u00a0', ' '))).toBeDefined()
    expect(api.sent(CALLBACK)).toHaveLength(1)
    await connectAgain()
  })

  test.each(['account_limit_reached', 'account_additions_reached'] as const)('leads back to the accounts after %s', async (code) => {
    api.fail(CALLBACK, code, locale, { limit: 3 })
    open()
    await result(texts.failed)
    expect(screen.getByText(sentenceOf(code, { limit: 3 }, locale).replaceAll('\u00a0', ' '))).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.again })).toBeNull()
    expect(screen.getByRole('link', { name: texts.accounts }).getAttribute('href')).toBe('/profile?network=tiktok')
  })

  test('shows the connected account if the result was used before', async () => {
    const recent = { ...connected, connection: { since: new Date().toISOString() } }
    accounts = { ...accounts, items: [recent, { ...recent, id: 'a2', network: 'youtube', username: 'other.network' }] }
    api.fail(CALLBACK, 'connection_invalid', locale)
    open()
    await result(texts.done)
    expect(screen.getByText('@lea.films')).toBeDefined()
    expect(screen.queryByText('@other.network')).toBeNull()
    expect(screen.queryByText(sentenceOf('connection_invalid', {}, locale))).toBeNull()
  })

  test('does not take an older connection for the one that failed', async () => {
    const since = new Date(Date.now() - 20 * 60_000).toISOString()
    accounts = { ...accounts, items: [{ ...connected, connection: { since } }] }
    api.fail(CALLBACK, 'connection_invalid', locale)
    open()
    await result(texts.failed)
  })

  test('shows the connected account if the response was lost', async () => {
    api.answer({
      [CALLBACK]: () => {
        const since = new Date().toISOString()
        accounts = { ...accounts, items: [connected, { ...connected, id: 'a3', username: 'lea.new', connection: { since } }] }
        return errorResponse('internal', locale, { requestId: 'r-17' })
      },
    })
    open()
    await result(texts.done)
    expect(screen.getByText('@lea.new')).toBeDefined()
    expect(screen.queryByText('@lea.films')).toBeNull()
    expect(api.sent(CALLBACK)).toHaveLength(1)
  })

  test('shows the connected accounts after a reload', async () => {
    accounts = { ...accounts, items: [connected] }
    open('/profile/connect')
    await result(texts.done)
    expect(api.sent(CALLBACK)).toEqual([])
  })

  test('says that there is nothing to connect if the address lacks the result', async () => {
    accounts = {
      ...accounts,
      items: [{ ...connected, connection: { since: connected.createdAt, endedAt: connected.createdAt, endedBy: 'creator' } }],
    }
    open('/profile/connect')
    await result(texts.empty)
    expect(screen.queryByRole('button', { name: texts.again })).toBeNull()
  })

  test('works without session storage, but then can’t name the network', async () => {
    const storage = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    api.fail(CALLBACK, 'connection_failed', locale)
    open()
    await result(texts.failed)
    expect(screen.queryByRole('button', { name: texts.again })).toBeNull()
    expect(screen.getByRole('link', { name: texts.accounts }).getAttribute('href')).toBe('/profile')
    storage.mockRestore()
    cleanup()
  })
})
