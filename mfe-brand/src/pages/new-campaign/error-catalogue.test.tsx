// @vitest-environment jsdom
/**
 * Checks every error text in the wizard, in English and French: alternately in `npm test`, both in the soak.
 * @source specification §5 and §8
 */
import { type ErrorCode, errorTable, type Locale, sentenceOf } from '@reelfair/contracts'
import { type ErrorRow, errorResponse, errorRows, fill, inLanguages, SimulatedUpload } from '@reelfair/web-kit/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { filled, openWizard, type SimulatedServices, simulateServices } from '../../testing/simulated-wizard.tsx'

type Texts = Readonly<Record<Locale, string>>

/** Replaces no-break spaces with plain ones, as Testing Library does. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

let services: SimulatedServices
beforeEach(() => {
  services = simulateServices()
})

const onward = { en: 'Continue', fr: 'Continuer' }
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const drop = async (file: File) => {
  await waitFor(() => expect(document.querySelector('.rf-file-zone')).not.toBeNull())
  fireEvent.drop(document.querySelector('.rf-file-zone')!, { dataTransfer: { files: [file] } })
}
const png = new File(['x'], 'a.png', { type: 'image/png' })
/** A small file that reports the given size. */
const large = (bytes: number) => Object.defineProperty(new File(['x'], 'a.png', { type: 'image/png' }), 'size', { value: bytes })

const incomplete: [string, object, string, Texts][] = [
  [
    'a missing name',
    { step: 1, name: ' ' },
    'goal',
    { en: 'Enter a campaign name of up to 80 characters.', fr: 'Saisissez un nom de campagne de 80 caractères au maximum.' },
  ],
  ['a missing category', { step: 1, category: undefined }, 'goal', errorTable.category_required],
  ['a goal that is not a multiple of 1,000', { step: 1, viewsGoal: 1_500 }, 'goal', errorTable.views_goal_invalid],
  ['a missing goal', { step: 1, viewsGoal: undefined }, 'goal', errorTable.views_goal_invalid],
  ['a missing banner', { step: 3, mediaId: undefined }, 'media', errorTable.media_required],
  ['a missing link', { step: 4, link: '' }, 'link', errorTable.link_required],
  ['an incomplete link', { step: 4, link: 'kefiro.example' }, 'link', errorTable.link_invalid],
  ['a link that hides its host', { step: 4, link: 'https://kefiro.example@evil.example' }, 'link', errorTable.link_unsafe],
]
test.each(inLanguages(incomplete))('in %s: shows the error for %s next to its field', async (locale, _what, missing, step, texts) => {
  services.save({ ...filled, ...missing } as typeof filled)
  openWizard(step, locale)
  await press(onward[locale])
  expect((await screen.findAllByText(plain(texts[locale]))).length).toBeGreaterThan(0)
  expect(screen.getByTestId('place').textContent).toBe(`/new-campaign/${step}`)
})

const files: [string, File, ErrorCode, Texts][] = [
  [
    'a file of an unsupported type',
    new File(['x'], 'a.gif', { type: 'image/gif' }),
    'media_type',
    {
      en: 'Unsupported file type. Allowed: PNG, JPG (image) or WEBM (video).',
      fr: 'Type de fichier non pris en charge. Formats autorisés : PNG, JPG (image) ou WEBM (vidéo).',
    },
  ],
  [
    'a file of 40 MB and one byte',
    large(40 * 1024 * 1024 + 1),
    'media_too_large',
    { en: 'File too large (max 40MB)', fr: 'Fichier trop volumineux (40 Mo maximum)' },
  ],
]
test.each(inLanguages(files))('in %s: rejects %s before the upload with the specified text', async (locale, _what, file, code, texts) => {
  services.save({ ...filled, step: 3 })
  openWizard('media', locale)
  await drop(file)
  expect(await screen.findByText(plain(texts[locale]))).toBeDefined()
  expect(plain(texts[locale])).toBe(plain(errorTable[code][locale]))
  expect(SimulatedUpload.all).toEqual([])
})

const anyWrite: ErrorRow<Texts>[] = [
  errorRows.not_signed_in,
  errorRows.not_allowed,
  errorRows.brand_incomplete,
  errorRows.too_many_requests,
  errorRows.unavailable,
  errorRows.internal,
]

const uploads: ErrorRow<Texts>[] = [
  ['media_type', {}, errorTable.media_type],
  ['media_too_large', {}, errorTable.media_too_large],
  [
    'media_dimensions',
    { width: 1071, height: 250 },
    {
      en: 'Invalid dimensions. Required: 1072×250. Your file is 1071×250.',
      fr: 'Dimensions incorrectes. Dimensions requises : 1072×250. Votre fichier fait 1071×250.',
    },
  ],
  [
    'media_too_short',
    { seconds: 15 },
    { en: 'The video must be at least 15 seconds long.', fr: 'La vidéo doit durer au moins 15 secondes.' },
  ],
  ['media_image_unreadable', {}, { en: 'Unable to read image', fr: 'Impossible de lire l’image' }],
  ['media_video_unreadable', {}, { en: 'Unable to read video', fr: 'Impossible de lire la vidéo' }],
  ['too_slow', {}, errorTable.too_slow],
  ...anyWrite,
]
test.each(inLanguages(uploads))(
  'in %s: shows the error when an upload fails with %s and keeps the previous banner',
  async (locale, code, details, texts) => {
    services.save({ ...filled, step: 3 })
    openWizard('media', locale)
    await drop(png)
    await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
    await act(() => SimulatedUpload.all[0]!.refuse(code, locale, details))
    expect(await screen.findByText(plain(texts[locale]))).toBeDefined()
    expect(await screen.findByRole('img', { name: { en: 'Banner', fr: 'Bannière' }[locale] })).toBeDefined()
  },
)

test.each(['en', 'fr'] as const)('in %s: reports a lost connection during an upload', async (locale) => {
  services.save({ ...filled, step: 3 })
  openWizard('media', locale)
  await drop(png)
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  act(() => SimulatedUpload.all[0]!.onerror?.())
  expect(await screen.findByText({ en: /^We couldn’t reach Reelfair/, fr: /^Reelfair est injoignable/ }[locale])).toBeDefined()
})

const starts: ErrorRow<Texts>[] = [
  ...anyWrite,
  errorRows.conflict,
  ['key_reused', {}, errorTable.key_reused],
  ['malformed_body', {}, errorTable.malformed_body],
  // The error table's general message would not mention the banner.
  ['not_found', {}, { en: 'The banner is no longer available.', fr: 'La bannière n’est plus disponible.' }],
]
const start = { en: /^Reserve/, fr: /^Réserver/ }
test.each(inLanguages(starts))(
  'in %s: shows the error when the start fails with %s and keeps the draft',
  async (locale, code, details, texts) => {
    services.save(filled)
    services.answers['POST /campaigns/campaigns'] = () => errorResponse(code, locale, details)
    openWizard('payment', locale)
    await press(start[locale])
    expect(await screen.findByText(plain(texts[locale]), { exact: false })).toBeDefined()
    expect(services.draft).toMatchObject({ name: filled.name })
  },
)

const fields: [string, ErrorCode, string][] = [
  ['name', 'text_characters', 'goal'],
  ['category', 'category_required', 'goal'],
  ['viewsGoal', 'views_goal_invalid', 'goal'],
  ['link', 'link_invalid', 'link'],
  ['link', 'link_required', 'link'],
  ['mediaId', 'media_required', 'media'],
]
test.each(inLanguages(fields))(
  'in %s: shows the service’s error for the field %s (%s) with a link to its step',
  async (locale, path, code, step) => {
    services.save(filled)
    const message = sentenceOf(code, {}, locale)
    services.answers['POST /campaigns/campaigns'] = () => errorResponse('invalid_input', locale, {}, [{ path, message }])
    openWizard('payment', locale)
    await press(start[locale])
    const line = await screen.findByText(plain(message), { exact: false })
    expect(screen.getByText(errorTable.invalid_input[locale])).toBeDefined()
    expect(line.querySelector('a')?.getAttribute('href')).toBe(`/brand-dashboard/new-campaign/${step}?from=summary`)
  },
)

const again = { en: 'Try again', fr: 'Réessayer' }
test.each(inLanguages([['GET /campaigns/drafts/current'], ['GET /payouts/credits']] as const))(
  'in %s: shows an error and offers a retry when %s fails',
  async (locale, what) => {
    services.save(filled)
    services.answers[what] = () => errorResponse('internal', locale, { requestId: 'r-17' })
    openWizard('payment', locale)
    expect(await screen.findByText(/r-17$/)).toBeDefined()
    delete services.answers[what]
    await press(again[locale])
    expect(await screen.findByRole('button', { name: start[locale] })).toBeDefined()
  },
)

const saves: [ErrorCode, Texts][] = [
  ['conflict', { en: 'This draft is open in another window', fr: 'Ce brouillon est ouvert dans une autre fenêtre' }],
  ['not_signed_in', errorTable.not_signed_in],
  ['too_many_requests', { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' }],
  ['unavailable', errorTable.unavailable],
]
test.each(inLanguages(saves))('in %s: shows the error when autosave fails with %s and keeps the text', async (locale, code, texts) => {
  services.save({ ...filled, step: 1 })
  services.answers['PUT /campaigns/drafts/current'] = () => errorResponse(code, locale, { seconds: 12 })
  openWizard('goal', locale)
  const name = await screen.findByLabelText({ en: 'Name', fr: 'Nom' }[locale])
  // Skip the autosave delay.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fill(name, `${filled.name}!`)
  act(() => vi.advanceTimersByTime(1_000))
  vi.useRealTimers()
  expect(await screen.findByText(plain(texts[locale]))).toBeDefined()
  expect((name as HTMLInputElement).value).toBe(`${filled.name}!`)
})

test.each(['en', 'fr'] as const)('in %s: shows the error when a draft cannot be discarded', async (locale) => {
  services.save({ ...filled, step: 1 })
  services.answers['DELETE /campaigns/drafts/current'] = () => errorResponse('internal', locale, { requestId: 'r-17' })
  openWizard('goal', locale)
  await press({ en: 'Discard draft', fr: 'Supprimer le brouillon' }[locale])
  await press({ en: 'Discard it', fr: 'Supprimer' }[locale])
  expect(await screen.findByText(/r-17$/)).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: shows how many more credits are needed when the balance is too low', async (locale) => {
  services.save(filled)
  // The first response already contains the result. The wizard's own test covers a later change.
  services.answers['GET /campaigns/campaigns/7c1d2e3f-0000-4000-8000-000000000001'] = () =>
    Response.json({ ...services.campaign!, status: 'failed', missingViews: 1 })
  openWizard('payment', locale)
  await press(start[locale])
  const expected = { en: 'Insufficient views, you are missing 1 views.', fr: /^Vues insuffisantes\s: il vous manque 1 vues\.$/ }[locale]
  expect(await screen.findByRole('heading', { name: expected })).toBeDefined()
  expect(screen.getByRole('button', { name: { en: 'Buy 1 more credit', fr: 'Acheter 1 crédit supplémentaire' }[locale] })).toBeDefined()
})
