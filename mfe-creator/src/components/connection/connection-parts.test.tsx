// @vitest-environment jsdom
import { type Account, type Connection, errorTable, type NetworkStatus } from '@reelfair/contracts'
import { describeInLanguages, showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect } from 'vitest'
import { AccountRow } from '../account-row.tsx'

const AT = '2026-11-21T10:00:00.000Z'
const ACCOUNT: Account = {
  id: 'a1',
  network: 'tiktok',
  username: 'lea.films',
  status: 'verified',
  createdAt: AT,
  verifiedAt: AT,
}
const START = 'POST /verification/connections'
const END = 'DELETE /verification/accounts/:accountId/connection'
const api = stubApi({ [START]: () => ({ url: `${location.origin}${location.pathname}#the-network` }) })
afterEach(() => history.replaceState(null, '', '/'))

const words = {
  en: {
    since: 'Connected since 21 Nov 2026',
    none: 'Not connected: views aren’t counted',
    connect: /^Connect @lea\.films with/,
    again: /^Connect again: @lea\.films/,
    disconnect: /^Disconnect @lea\.films from/,
    confirm: 'Disconnect',
    cancel: 'Stay connected',
    required:
      'We can then no longer read its videos. Until a campaign or partnership is settled, all views counted for it are lost unless you connect the account again in time.',
    offered: 'Its public views still count.',
    instagram: /remove Reelfair in Instagram’s settings/,
    label: /no longer read the “Includes paid promotion” label/,
    done: '@lea.films is disconnected.',
    uncounted: /TikTok shows us videos only with your consent\. Without a connection, this account’s views aren’t counted\.$/,
    counted: /its public views still count\.$/,
    ended: {
      creator: 'You disconnected this account on 21 Nov, 11:00',
      network: 'TikTok ended the connection on 21 Nov, 11:00',
      interrupted: 'The connection was interrupted on 21 Nov, 11:00',
    },
    why: { creator: /./, network: /You removed Reelfair there, or your consent expired\./, interrupted: /its response was lost\./ },
    unverified: 'Connect the account to verify it.',
    verify: 'Verify @lea.films',
  },
  fr: {
    since: 'Connecté depuis le 21 nov. 2026',
    none: /^Compte non connecté\s: ses vues ne sont pas comptées$/,
    connect: /^Connecter @lea\.films/,
    again: /^Reconnecter @lea\.films/,
    disconnect: /^Déconnecter @lea\.films/,
    confirm: 'Déconnecter',
    cancel: 'Rester connecté',
    required:
      'Nous ne pourrons plus consulter ses vidéos. Tant qu’une campagne ou un partenariat n’est pas soldé, toutes les vues déjà comptées seront perdues si vous ne reconnectez pas le compte à temps.',
    offered: 'Ses vues publiques comptent toujours.',
    instagram: /supprimez aussi Reelfair dans les paramètres d’Instagram/,
    label: /ne pourrons plus détecter le label « Inclut une communication commerciale »/,
    done: '@lea.films est déconnecté.',
    uncounted: /TikTok ne nous montre les vidéos qu’avec votre accord\. Sans connexion, les vues de ce compte ne sont pas comptées\.$/,
    counted: /ses vues publiques comptent toujours\.$/,
    ended: {
      creator: 'Vous avez déconnecté ce compte le 21 nov., 11:00',
      network: 'TikTok a mis fin à la connexion le 21 nov., 11:00',
      interrupted: 'La connexion a été interrompue le 21 nov., 11:00',
    },
    why: {
      creator: /./,
      network: /Vous y avez retiré l’accès de Reelfair, ou votre accord a expiré\./,
      interrupted: /sa réponse s’est perdue\./,
    },
    unverified: 'Connectez le compte pour le faire vérifier.',
    verify: 'Vérifier le compte @lea.films',
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]
  const show = (connect: NetworkStatus['connect'], facts: Partial<Account> = {}) =>
    showPage(
      <ul>
        <AccountRow account={{ ...ACCOUNT, ...facts }} connect={connect} />
      </ul>,
      { locale },
    )
  const ended = (endedBy: NonNullable<Connection['endedBy']>) => ({ connection: { since: AT, endedAt: AT, endedBy } })
  const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }))
  const ask = async () => {
    await press(texts.disconnect)
    return within(await screen.findByRole('dialog'))
  }

  test.each(['creator', 'network', 'interrupted'] as const)(
    'warns that views are not counted after the connection was ended by the %s, and connects again',
    async (endedBy) => {
      show('required', ended(endedBy))
      const title = await screen.findByRole('heading', { level: 4, name: texts.ended[endedBy] })
      const warning = within(title.closest('section') as HTMLElement)
      expect(warning.getByText(texts.uncounted).textContent).toMatch(texts.why[endedBy])
      await press(texts.again)
      await waitFor(() => expect(location.hash).toBe('#the-network'))
      expect(api.sent(START)).toEqual([{ network: 'tiktok' }])
    },
  )

  test.each(['creator', 'network', 'interrupted'] as const)(
    'says that public views still count after an optional connection was ended by the %s',
    async (endedBy) => {
      show('offered', ended(endedBy))
      expect(await screen.findByText(texts.ended[endedBy])).toBeDefined()
      expect(screen.getByText(texts.counted).textContent).toMatch(texts.why[endedBy])
      expect(screen.queryByRole('heading', { level: 4 })).toBeNull()
      expect(await screen.findByRole('button', { name: texts.again })).toBeDefined()
    },
  )

  test('warns about a verified account without a required connection', async () => {
    show('required')
    expect(await screen.findByRole('heading', { level: 4, name: texts.none })).toBeDefined()
    expect(screen.getByRole('button', { name: texts.connect })).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.disconnect })).toBeNull()
  })

  test('offers an optional connection without a warning', async () => {
    show('offered')
    expect(await screen.findByRole('button', { name: texts.connect })).toBeDefined()
    expect(screen.queryByRole('heading', { level: 4 })).toBeNull()
  })

  test('shows why a connection could not be started', async () => {
    api.fail(START, 'unavailable', locale)
    show('offered')
    await press(texts.connect)
    expect(await screen.findByText(errorTable.unavailable[locale].replaceAll('\u00a0', ' '))).toBeDefined()
    expect(location.hash).toBe('')
  })

  test('disconnects only after saying that counted views may be lost', async () => {
    api.answer({ [END]: () => new Response(null, { status: 204 }) })
    show('required', { connection: { since: AT } })
    expect(await screen.findByText(texts.since)).toBeDefined()
    const dialog = await ask()
    expect(dialog.getByText(texts.required)).toBeDefined()
    expect(dialog.queryByText(texts.instagram)).toBeNull()
    expect(dialog.queryByText(texts.label)).toBeNull()
    expect(api.writes()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: texts.confirm }))
    expect(await screen.findAllByText(texts.done)).toBeDefined()
    expect(api.writes().map(({ what }) => what)).toEqual(['DELETE /verification/accounts/a1/connection'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('stays connected if the creator cancels', async () => {
    show('required', { connection: { since: AT } })
    const dialog = await ask()
    await userEvent.click(dialog.getByRole('button', { name: texts.cancel }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.writes()).toEqual([])
  })

  test('shows why disconnecting failed', async () => {
    api.fail(END, 'unavailable', locale)
    show('required', { connection: { since: AT } })
    const dialog = await ask()
    await userEvent.click(dialog.getByRole('button', { name: texts.confirm }))
    expect(await dialog.findByText(errorTable.unavailable[locale].replaceAll('\u00a0', ' '))).toBeDefined()
  })

  test('before disconnecting from Instagram, says that only the creator can withdraw the consent', async () => {
    show('offered', { network: 'instagram', connection: { since: AT } })
    const dialog = await ask()
    expect(dialog.getByText(texts.instagram)).toBeDefined()
    expect(dialog.getByText(texts.offered)).toBeDefined()
  })

  test('before disconnecting from YouTube, says that the label no longer counts', async () => {
    show('offered', { network: 'youtube', connection: { since: AT } })
    const dialog = await ask()
    expect(dialog.getByText(texts.label)).toBeDefined()
    expect(dialog.queryByText(texts.instagram)).toBeNull()
  })

  test('leads an unverified account of a network that requires a connection to the accounts page, without a code', async () => {
    const { verifiedAt, ...facts } = ACCOUNT
    showPage(
      <ul>
        <AccountRow
          account={{ ...facts, status: 'unverified', code: 'ABCDEFG', codeExpiresAt: '2100-01-01T00:00:00.000Z' }}
          connect="required"
        />
      </ul>,
      { locale },
    )
    expect(await screen.findByText(texts.unverified)).toBeDefined()
    expect((await screen.findByRole('link', { name: texts.verify })).getAttribute('href')).toBe('/profile?network=tiktok')
    expect(screen.queryByText('ABCDEFG')).toBeNull()
  })

  test('shows nothing about connections where there are none', async () => {
    show(undefined)
    expect(await screen.findByText('@lea.films')).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.connect })).toBeNull()
  })
})
