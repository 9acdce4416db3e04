// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api, me, open, openApp, press, signInAs, streams } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)
beforeEach(() => signInAs(me('creator')))

const words = {
  en: {
    none: 'Your data as a JSON file',
    open: 'Prepare a file Download your data',
    again: 'Prepare a new file Download your data',
    preparing: 'Being prepared: 2 of 6 parts',
    mail: 'We’ll email you when the file is ready. You can close this page.',
    late: /This is taking longer than usual.*by 30 Nov, you can request it again here/,
    download: 'Download the file Download your data',
    save: 'Download',
    saved: 'File downloaded.',
    downloadFailed: 'We couldn’t download the file. Please try again.',
    newFile: 'Prepare a new file',
    next: /^You can request a new file from .+\.$/,
    failed: /We couldn’t prepare your last file/,
    password: 'Current password',
    passwordMissing: 'Enter your current password.',
    wrong: 'Incorrect password.',
    code: 'Code from the app, or a recovery code',
    codeMissing: 'Enter a code.',
    wrongCode: /^This code is incorrect or has already been used/,
    fresh: /^You sign in with Google/,
    recent: /^Sign out and sign in again/,
    requestFailed: 'We couldn’t request the file. Please try again.',
    formFailed: 'This form didn’t load.',
    soon: /You can request it again in 5 h/,
    loadFailed: /We couldn’t check whether a file is ready/,
    collected: 'Videos and views',
  },
  fr: {
    none: 'Vos données dans un fichier JSON',
    open: 'Préparer un fichier Télécharger vos données',
    again: 'Préparer un nouveau fichier Télécharger vos données',
    preparing: /^En préparation \(éléments rassemblés\s: 2 sur 6\)$/,
    mail: 'Nous vous enverrons un e-mail quand le fichier sera prêt. Vous pouvez fermer cette page.',
    late: /La préparation prend plus de temps.*prêt le 30 nov\., vous pourrez le demander/,
    download: 'Télécharger le fichier Télécharger vos données',
    save: 'Télécharger',
    saved: 'Fichier téléchargé.',
    downloadFailed: 'Le fichier n’a pas pu être téléchargé. Veuillez réessayer.',
    newFile: 'Préparer un nouveau fichier',
    next: /^Vous pourrez demander un nouveau fichier à partir du .+\.$/,
    failed: /Votre dernier fichier n’a pas pu être préparé/,
    password: 'Mot de passe actuel',
    passwordMissing: 'Saisissez votre mot de passe actuel.',
    wrong: 'Mot de passe incorrect.',
    code: 'Code de l’application, ou code de récupération',
    codeMissing: 'Saisissez un code.',
    wrongCode: /^Code incorrect ou déjà utilisé/,
    fresh: /^Vous vous connectez avec Google/,
    recent: /^Déconnectez-vous, puis reconnectez-vous/,
    requestFailed: 'La demande de fichier n’a pas pu être envoyée. Veuillez réessayer.',
    formFailed: 'Ce formulaire n’a pas pu être chargé.',
    soon: /Vous pourrez les demander à nouveau dans 5 h/,
    loadFailed: /Nous n’avons pas pu vérifier si un fichier est prêt/,
    collected: 'Vidéos et vues',
  },
} as const

const GET = 'GET /identity/data-exports/latest'
const POST = 'POST /identity/data-exports'
const FILE = 'POST /identity/data-exports/:exportId/file'
const FILE_SENT = 'POST /identity/data-exports/e1/file'
const FACTOR = 'GET /identity/second-factor'
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

/** The names and contents of the files that the page saves; jsdom cannot save files. */
const saved: string[] = []
const file = () =>
  new Response('{"export":{}}', {
    headers: { 'content-type': 'application/json', 'content-disposition': 'attachment; filename="reelfair-data-2026-11-23.json"' },
  })
beforeEach(() => {
  saved.length = 0
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set('blob:1', blob as Blob)
    return 'blob:1'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    void blobs
      .get(this.href)
      ?.text()
      .then((text) => saved.push(`${this.download} ${text}`))
  })
})

describeInLanguages((locale, test) => {
  const texts = words[locale]

  async function openDownload() {
    api.answer({ [GET]: { latest: ready } })
    openApp('/account', locale)
    await press(texts.download)
  }

  test('requests a file without a form, shows the parts collected so far, and offers the download when a live update arrives', async () => {
    open('/account', locale)
    expect(await screen.findByText(texts.none)).toBeDefined()
    api.answer({ [POST]: preparing, [GET]: { latest: preparing } })
    await press(texts.open)
    expect(await screen.findByText(texts.preparing)).toBeDefined()
    expect(screen.getByText(texts.mail)).toBeDefined()
    expect(screen.getByText(texts.collected)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.open })).toBeNull()
    api.answer({ [GET]: { latest: ready } })
    act(() => streams.at(-1)?.emit('changed', { topic: 'data-exports' }))
    expect(await screen.findByRole('button', { name: texts.download })).toBeDefined()
    expect(screen.getByText(texts.next)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.newFile })).toBeNull()
    expect(api.sent(POST)).toHaveLength(1)
  })

  test('reports a request that fails', async () => {
    api.answer({ [POST]: brokenResponse })
    open('/account', locale)
    await press(texts.open)
    expect(await screen.findByText(texts.requestFailed)).toBeDefined()
    expect(screen.getByRole('button', { name: texts.open })).toBeDefined()
  })

  test('downloads the file with the password, and sends nothing without it', async () => {
    await openDownload()
    await press(texts.save)
    expect(await screen.findByText(texts.passwordMissing)).toBeDefined()
    expect(screen.queryByLabelText(texts.code)).toBeNull()
    expect(api.sent(FILE_SENT)).toEqual([])
    api.fail(FILE, 'wrong_password', locale)
    fill(screen.getByLabelText(texts.password), 'wrong horse')
    await press(texts.save)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [FILE]: file })
    fill(screen.getByLabelText(texts.password), 'correct horse')
    await press(texts.save)
    expect((await screen.findAllByText(texts.saved)).length).toBeGreaterThan(0)
    await waitFor(() => expect(saved).toEqual(['reelfair-data-2026-11-23.json {"export":{}}']))
    expect(screen.queryByLabelText(texts.password)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.download }))
    expect(api.sent(FILE_SENT)).toEqual([{ password: 'wrong horse' }, { password: 'correct horse' }])
  })

  test('asks a user with two-step sign-in for a code too', async () => {
    api.answer({ [FACTOR]: { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false } })
    await openDownload()
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    await press(texts.save)
    expect(await screen.findByText(texts.codeMissing)).toBeDefined()
    api.fail(FILE, 'wrong_code', locale)
    fill(screen.getByLabelText(texts.code), '123 456')
    await press(texts.save)
    expect(await screen.findByText(texts.wrongCode)).toBeDefined()
    expect(api.sent(FILE_SENT)).toEqual([{ password: 'correct horse', code: '123 456' }])
    expect(saved).toEqual([])
  })

  test('asks a user without a password for a recent sign-in', async () => {
    api.answer({ [FACTOR]: { hasPassword: false, isRequired: false } })
    api.fail(FILE, 'recent_sign_in_required', locale)
    await openDownload()
    expect(await screen.findByText(texts.fresh)).toBeDefined()
    await press(texts.save)
    expect(await screen.findByText(texts.recent)).toBeDefined()
    expect(api.sent(FILE_SENT)).toEqual([{}])
  })

  test('reports a form that does not load, and a file that cannot be saved', async () => {
    api.fail(FACTOR, 'unavailable', locale)
    await openDownload()
    expect(await screen.findByText(texts.formFailed)).toBeDefined()
    api.answer({ [FACTOR]: { hasPassword: true, isRequired: false }, [FILE]: file })
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      throw new RangeError('full')
    })
    await press({ en: 'Try again', fr: 'Réessayer' }[locale])
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    await press(texts.save)
    expect(await screen.findByText(texts.downloadFailed)).toBeDefined()
  })

  test('says what happens next when preparation takes a long time', async () => {
    api.answer({ [GET]: { latest: { ...preparing, isLate: true } } })
    open('/account', locale)
    expect(await screen.findByText(texts.late)).toBeDefined()
  })

  test('offers another request after a failure and after 24 hours', async () => {
    api.answer({ [GET]: { latest: { ...preparing, state: 'failed', arrived: [] } } })
    open('/account', locale)
    expect(await screen.findByText(texts.failed)).toBeDefined()
    api.fail(POST, 'data_export_too_soon', locale, { hours: 5 })
    await press(texts.again)
    expect(await screen.findByText(texts.soon)).toBeDefined()
  })

  test('reports a state that does not load', async () => {
    api.fail(GET, 'unavailable', locale)
    open('/account', locale)
    expect(await screen.findByText(texts.loadFailed)).toBeDefined()
  })
})

test('sends a code only once, because a retry after a lost response would be refused', async () => {
  api.answer({ [FACTOR]: { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false } })
  api.answer({ [GET]: { latest: ready } })
  api.fail(FILE, 'unavailable', 'en')
  open('/account')
  await press(words.en.download)
  fill(await screen.findByLabelText(words.en.password), 'correct horse')
  fill(screen.getByLabelText(words.en.code), '123456')
  await press(words.en.save)
  expect(await screen.findByText(/^This part of Reelfair isn’t available/)).toBeDefined()
  expect(api.sent(FILE_SENT)).toHaveLength(1)
})

test('moves the focus to the new state, which screen readers announce, and keeps it there when the file is ready', async () => {
  open('/account')
  const status = await screen.findByText(words.en.none)
  expect(status.getAttribute('role')).toBe('status')
  api.answer({ [POST]: preparing, [GET]: { latest: preparing } })
  await press(words.en.open)
  await waitFor(() => expect(document.activeElement).toBe(status))
  expect(status.textContent).toBe(words.en.preparing)
  api.answer({ [GET]: { latest: ready } })
  act(() => streams.at(-1)?.emit('changed', { topic: 'data-exports' }))
  await waitFor(() => expect(status.textContent).toMatch(/^Ready/))
  expect(document.activeElement).toBe(status)
})

test('closes the form of a file that a new request replaces', async () => {
  api.answer({ [GET]: { latest: { ...ready, nextAt: '2026-11-24T10:00:00.000Z' } } })
  open('/account')
  await press(words.en.download)
  expect(await screen.findByLabelText(words.en.password)).toBeDefined()
  const newer = { ...preparing, id: 'e2' }
  api.answer({ [POST]: newer, [GET]: { latest: newer } })
  await press(words.en.newFile)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText(words.en.preparing)))
  api.answer({ [GET]: { latest: { ...ready, id: 'e2' } } })
  act(() => streams.at(-1)?.emit('changed', { topic: 'data-exports' }))
  expect(await screen.findByRole('button', { name: words.en.download })).toBeDefined()
  expect(screen.queryByLabelText(words.en.password)).toBeNull()
})

test('keeps the download of a ready file next to a new request after 24 hours', async () => {
  api.answer({ [GET]: { latest: { ...ready, nextAt: '2026-11-24T10:00:00.000Z' } } })
  open('/account')
  expect(await screen.findByRole('button', { name: words.en.download })).toBeDefined()
  api.answer({ [POST]: preparing, [GET]: { latest: preparing } })
  await press(words.en.newFile)
  expect(await screen.findByText(words.en.preparing)).toBeDefined()
})
