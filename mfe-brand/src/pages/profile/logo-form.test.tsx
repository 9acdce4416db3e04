// @vitest-environment jsdom
import { type ErrorRow, inLanguages, SimulatedUpload, showPage, simulateUploads, stubApi } from '@reelfair/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ProfilePage } from './profile-page.tsx'

const id = crypto.randomUUID()
const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
const registered = { id, complete: true, brandName: 'Alpine', contactEmail: 'ida@alpine.example' }
let logoId: string | undefined
const brand = () => ({ ...registered, ...(logoId && { logoId }) })
const REMOVE = 'DELETE /identity/brand/logo'
const api = stubApi({
  'GET /identity/brand': brand,
  'GET /identity/brand/company': {},
  'GET /identity/brand/declarations': { items: [] },
  [REMOVE]: () => {
    logoId = undefined
    return brand()
  },
})
beforeEach(() => {
  logoId = undefined
  simulateUploads()
})

const words = {
  en: {
    hint: 'PNG, JPEG or WebP, without animation. Each side 128 to 1,024 px, up to 512 KB. A square picture looks best.',
    type: 'Choose a PNG, JPEG or WebP picture that isn’t animated.',
    large: 'This file is too large. The maximum is 512 KB.',
    progress: 'Uploading, 25%',
    cancel: 'Cancel the upload',
    saved: 'Logo saved.',
    light: 'Light theme',
    dark: 'Dark theme',
    remove: 'Remove the logo',
    ask: 'Remove your logo?',
    stay: 'Cancel',
    removed: 'Logo removed.',
  },
  fr: {
    hint: 'PNG, JPEG ou WebP, sans animation. Largeur et hauteur de 128 à 1 024 px, 512 Ko au maximum. Privilégiez une image carrée.',
    type: 'Choisissez une image PNG, JPEG ou WebP non animée.',
    large: 'Ce fichier est trop volumineux. La taille maximale est de 512 Ko.',
    progress: 'Envoi, 25 %',
    cancel: 'Annuler l’envoi',
    saved: 'Logo enregistré.',
    light: 'Thème clair',
    dark: 'Thème sombre',
    remove: 'Supprimer le logo',
    ask: 'Supprimer votre logo\u00a0?',
    stay: 'Annuler',
    removed: 'Logo supprimé.',
  },
} as const
const locales = ['en', 'fr'] as const

const picture = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'alpine.png', { type })
const part = async () => within(await screen.findByRole('group', { name: 'Logo' }))
async function choose(file: File) {
  await part()
  const input = document.querySelector('.brand-logo input[type=file]') ?? expect.unreachable()
  fireEvent.change(input, { target: { files: [file] } })
}
const sources = () => [...document.querySelectorAll('.brand-logo-previews img')].map((image) => image.getAttribute('src'))
const upload = () => SimulatedUpload.all.at(-1) ?? expect.unreachable()

test.each(locales)('in %s: uploads a logo, shows the progress, and previews it in both themes', async (locale) => {
  const texts = words[locale]
  showPage(<ProfilePage />, { locale })
  expect((await part()).getByText(texts.hint)).toBeDefined()
  expect(sources()).toEqual([])
  await choose(picture())
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  expect(upload()).toMatchObject({ address: 'POST /api/identity/brand/logo', type: 'image/png' })
  act(() => upload().upload.onprogress?.({ loaded: 1, total: 4 }))
  expect((await part()).getByText(texts.progress)).toBeDefined()
  expect((await part()).getByText('alpine.png')).toBeDefined()

  logoId = first
  await act(async () => upload().complete(brand()))
  expect((await screen.findAllByText(texts.saved)).length).toBeGreaterThan(0)
  for (const theme of [texts.light, texts.dark]) {
    const figure = within((await screen.findByText(theme)).closest('figure') ?? expect.unreachable())
    expect(figure.getByRole('img', { name: 'Alpine' }).getAttribute('src')).toBe(`/api/identity/brand-logos/${first}`)
    expect(figure.getByText('Alpine')).toBeDefined()
  }
  expect(api.writes()).toEqual([])
})

test.each(locales)('in %s: asks for confirmation before removing the logo', async (locale) => {
  const texts = words[locale]
  logoId = first
  showPage(<ProfilePage />, { locale })
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: texts.remove }))
    return within(await screen.findByRole('dialog', { name: texts.ask }))
  }
  await userEvent.click((await open()).getByRole('button', { name: texts.stay }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.writes()).toEqual([])
  await userEvent.click((await open()).getByRole('button', { name: texts.remove }))
  expect((await screen.findAllByText(texts.removed)).length).toBeGreaterThan(0)
  await waitFor(() => expect(sources()).toEqual([]))
  expect(api.writes().map(({ what }) => what)).toEqual([REMOVE])
})

test.each(locales)('in %s: refuses other types and large files before sending anything', async (locale) => {
  const texts = words[locale]
  showPage(<ProfilePage />, { locale })
  await choose(picture(10, 'image/svg+xml'))
  expect((await part()).getByText(texts.type)).toBeDefined()
  await choose(picture(512 * 1024 + 1))
  expect((await part()).getByText(texts.large)).toBeDefined()
  expect(SimulatedUpload.all).toEqual([])
  await choose(picture(512 * 1024))
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
})

const refusals: readonly ErrorRow<Readonly<Record<'en' | 'fr', string>>>[] = [
  [
    'brand_logo_size',
    { width: 90, height: 1_200 },
    {
      en: 'This picture measures 90 × 1,200 px. Each side must measure 128 to 1,024 px.',
      fr: 'Cette image mesure 90 × 1 200 px. Chaque côté doit mesurer entre 128 et 1 024 px.',
    },
  ],
  [
    'brand_logo_unreadable',
    {},
    {
      en: 'This picture is damaged or incomplete. Export it again, then try again.',
      fr: 'Cette image est endommagée ou incomplète. Exportez-la à nouveau, puis réessayez.',
    },
  ],
  ['brand_logo_type', {}, { en: words.en.type, fr: words.fr.type }],
  ['brand_logo_too_large', {}, { en: words.en.large, fr: words.fr.large }],
]

test.each(inLanguages(refusals))('in %s: shows the error %s and keeps the previous logo', async (locale, code, details, texts) => {
  logoId = first
  showPage(<ProfilePage />, { locale })
  await choose(picture())
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  await act(() => upload().refuse(code, locale, details))
  expect((await part()).getByText(texts[locale])).toBeDefined()
  expect(sources()).toEqual([`/api/identity/brand-logos/${first}`, expect.any(String), expect.any(String), expect.any(String)])
})

test('replaces the logo and shows the new one', async () => {
  logoId = first
  showPage(<ProfilePage />)
  await choose(picture())
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  logoId = second
  await act(async () => upload().complete(brand()))
  await waitFor(() => expect(new Set(sources())).toEqual(new Set([`/api/identity/brand-logos/${second}`])))
})

test('cancels an upload', async () => {
  showPage(<ProfilePage />)
  await choose(picture())
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: words.en.cancel }))
  expect(upload().isAborted).toBe(true)
  await waitFor(() => expect(screen.queryByText('alpine.png')).toBeNull())
  expect(sources()).toEqual([])
})
