// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, me, open, press, signInAs, streams } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)
beforeEach(() => signInAs(me('creator')))

const words = {
  en: {
    none: 'Your data as a JSON file',
    open: 'Prepare a file Download your data',
    again: 'Prepare a new file Download your data',
    request: 'Prepare my data',
    preparing: 'Being prepared: 2 of 6 parts',
    mail: 'We’ll email you when the file is ready. You can close this page.',
    late: /This is taking longer than usual.*by 30 Nov, you can request it again here/,
    download: 'Download the file',
    next: /^You can request a new file from .+\.$/,
    failed: /We couldn’t prepare your last file/,
    running: /already being prepared/,
    loadFailed: /We couldn’t check whether a file is ready/,
    collected: 'Videos and views',
  },
  fr: {
    none: 'Vos données dans un fichier JSON',
    open: 'Préparer un fichier Télécharger vos données',
    again: 'Préparer un nouveau fichier Télécharger vos données',
    request: 'Préparer mes données',
    preparing: /^En préparation\s: 2 sur 6$/,
    mail: 'Nous vous enverrons un e-mail quand le fichier sera prêt. Vous pouvez fermer cette page.',
    late: /La préparation prend plus de temps.*prêt le 30 nov\., vous pourrez le demander/,
    download: 'Télécharger le fichier',
    next: /^Vous pourrez demander un nouveau fichier à partir du .+\.$/,
    failed: /Votre dernier fichier n’a pas pu être préparé/,
    running: /déjà en cours de préparation/,
    loadFailed: /Nous n’avons pas pu vérifier si un fichier est prêt/,
    collected: 'Vidéos et vues',
  },
} as const

const GET = 'GET /identity/data-exports/latest'
const POST = 'POST /identity/data-exports'
const preparing = {
  id: 'e1',
  state: 'preparing',
  requestedAt: '2026-11-23T10:00:00.000Z',
  arrived: ['identity', 'metrics'],
  isLate: false,
} as const
const ready = {
  ...preparing,
  state: 'ready',
  bytes: 2_400_000,
  readyUntil: '2126-11-30T10:00:00.000Z',
  nextAt: '2126-11-24T10:00:00.000Z',
} as const

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  const texts = words[locale]

  test('requests a file, shows the parts collected so far, and offers the download when a live update arrives', async () => {
    open('/account', locale)
    expect(await screen.findByText(texts.none)).toBeDefined()
    await press(texts.open)
    api.answer({ [POST]: preparing, [GET]: { latest: preparing } })
    await press(texts.request)
    expect(await screen.findByText(texts.preparing)).toBeDefined()
    expect(screen.getByText(texts.mail)).toBeDefined()
    expect(screen.getByText(texts.collected)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.open })).toBeNull()
    api.answer({ [GET]: { latest: ready } })
    act(() => streams.at(-1)?.emit('changed', { topic: 'data-exports' }))
    const link = await screen.findByText(texts.download)
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/identity/data-exports/e1/file', true])
    expect(screen.getByText(texts.next)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.again })).toBeNull()
    expect(api.sent(POST)).toHaveLength(1)
  })

  test('says what happens next when the preparation takes long', async () => {
    api.answer({ [GET]: { latest: { ...preparing, isLate: true } } })
    open('/account', locale)
    expect(await screen.findByText(texts.late)).toBeDefined()
  })

  test('offers another request after a failure and after 24 hours', async () => {
    api.answer({ [GET]: { latest: { ...preparing, state: 'failed', arrived: [], nextAt: '2026-11-24T10:00:00.000Z' } } })
    open('/account', locale)
    expect(await screen.findByText(texts.failed)).toBeDefined()
    await press(texts.again)
    api.fail(POST, 'data_export_running', locale)
    await press(texts.request)
    expect(await screen.findByText(texts.running)).toBeDefined()
  })

  test('reports a state that does not load', async () => {
    api.fail(GET, 'unavailable', locale)
    open('/account', locale)
    expect(await screen.findByText(texts.loadFailed)).toBeDefined()
  })
})

test('keeps the download of a ready file next to a new request after 24 hours', async () => {
  api.answer({ [GET]: { latest: { ...ready, nextAt: '2026-11-24T10:00:00.000Z' } } })
  open('/account')
  expect(await screen.findByText(words.en.download)).toBeDefined()
  await waitFor(() => expect(screen.getByRole('button', { name: words.en.again })).toBeDefined())
})
