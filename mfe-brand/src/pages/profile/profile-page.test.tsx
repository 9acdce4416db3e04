// @vitest-environment jsdom
import { Route, useLocation } from '@reelfair/web-kit'
import { describeInLanguages, fill, Routes, showPage, stubApi, testRefusals } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ProfilePage } from './profile-page.tsx'

const brand = {
  id: crypto.randomUUID(),
  complete: true,
  brandName: 'Alpine',
  contactFirstName: 'Ida',
  contactLastName: 'Roth',
  contactEmail: 'ida@alpine.example',
  contactPhone: '+33 612345678',
}
const form = {
  legalName: 'Alpine SAS',
  legalForm: 'SAS',
  registrationNumber: '732829320',
  vatNumber: 'FR83404833048',
  addressLine1: '1 rue des Alpes',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
} as const
const declaredAt = '2026-11-24T10:00:00.000Z'
const { id: _id, complete: _complete, ...contact } = brand

const COMPANY = 'PUT /identity/brand/company'
const CONTACT = 'PUT /identity/brand/contact'
const api = stubApi({
  'GET /identity/brand': brand,
  'GET /identity/brand/company': {},
  'GET /identity/brand/declarations': { items: [] },
  [COMPANY]: { current: form },
  [CONTACT]: brand,
})

const words = {
  en: {
    name: 'Legal name',
    form: 'Legal form',
    country: 'Company’s country',
    register: /^Registration number/,
    vat: /^VAT number/,
    address: 'Address',
    postal: 'Postal code',
    city: 'City',
    save: 'Save company details',
    done: 'Company details saved.',
    none: 'You haven’t declared anything yet.',
    history: 'Your declarations',
    more: 'Show more',
    contact: 'Brand and contact',
    logoRows: [
      ['Logo', 'Removed by Reelfair'],
      ['Logo', 'Removed'],
      ['Logo', 'Uploaded'],
    ],
    siren: 'This isn’t a valid SIREN (9 digits) or SIRET (14 digits). Check the digits.',
    vatFault: /^This VAT number isn’t valid/,
    faults: [/legal name\.$/, 'Choose the legal form.', 'Enter the street and number.', /^This postal code isn’t valid/, 'Enter the city.'],
    brand: 'Brand name',
    saveContact: 'Save brand and contact',
    contactDone: 'Brand and contact saved.',
  },
  fr: {
    name: 'Dénomination sociale',
    form: 'Forme juridique',
    country: 'Pays de la société',
    register: /^Numéro d’immatriculation/,
    vat: /^Numéro de TVA/,
    address: 'Adresse',
    postal: 'Code postal',
    city: 'Ville',
    save: 'Enregistrer les informations légales',
    done: 'Informations légales enregistrées.',
    none: 'Vous n’avez encore rien déclaré.',
    history: 'Vos déclarations',
    more: 'Afficher plus',
    contact: 'Marque et contact',
    logoRows: [
      ['Logo', 'Supprimé par Reelfair'],
      ['Logo', 'Supprimé'],
      ['Logo', 'Enregistré'],
    ],
    siren: 'Ce numéro SIREN (9 chiffres) ou SIRET (14 chiffres) n’est pas valide. Vérifiez les chiffres.',
    vatFault: /^Ce numéro de TVA n’est pas valide/,
    faults: [
      /dénomination sociale\.$/,
      'Choisissez la forme juridique.',
      /numéro et la rue/,
      /^Ce code postal n’est pas valide/,
      'Saisissez la ville.',
    ],
    brand: 'Nom de la marque',
    saveContact: 'Enregistrer la marque et le contact',
    contactDone: 'Marque et contact enregistrés.',
  },
} as const

async function fillCompany(locale: 'en' | 'fr', change: { register?: string; vat?: string } = {}) {
  const texts = words[locale]
  fill(await screen.findByLabelText(texts.name), ' Alpine SAS ')
  await userEvent.selectOptions(screen.getByLabelText(texts.form), 'SAS')
  fill(screen.getByLabelText(texts.register), change.register ?? '732829320')
  fill(screen.getByLabelText(texts.vat), change.vat ?? 'FR83404833048')
  fill(screen.getByLabelText(texts.address), '1 rue des Alpes')
  fill(screen.getByLabelText(texts.postal), '75011')
  fill(screen.getByLabelText(texts.city), 'Paris')
  await userEvent.click(screen.getByRole('button', { name: texts.save }))
}

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('saves the company details and lists the declaration', async () => {
    showPage(<ProfilePage />, { locale })
    expect(await screen.findByText(texts.none)).toBeDefined()
    api.answer({
      'GET /identity/brand/company': { current: form },
      'GET /identity/brand/declarations': { items: [{ id: 'd1', declaredAt, by: 'brand', company: form }] },
    })
    await fillCompany(locale)
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
    expect(api.sent(COMPANY)).toEqual([form])
    const table = within(await screen.findByRole('table', { name: texts.history }))
    expect(table.getByText('Alpine SAS, SAS, 732829320, FR83404833048, 1 rue des Alpes, 75011 Paris, France')).toBeDefined()
  })

  test('lists what was declared about the brand, its contact and its logo, page by page', async () => {
    api.answer({
      'GET /identity/brand/declarations': ({ query }) =>
        query.get('cursor') === 'older'
          ? { items: [{ id: 'd1', declaredAt, by: 'brand', contact }] }
          : {
              items: [
                { id: 'd4', declaredAt, by: 'operator', logo: 'removed' },
                { id: 'd3', declaredAt, by: 'brand', logo: 'removed' },
                { id: 'd2', declaredAt, by: 'brand', logo: 'uploaded' },
              ],
              next: 'older',
            },
    })
    showPage(<ProfilePage />, { locale })
    const table = within(await screen.findByRole('table', { name: texts.history }))
    const rows = () =>
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        )
    await waitFor(() => expect(rows()).toEqual(texts.logoRows))
    await userEvent.click(screen.getByRole('button', { name: texts.more }))
    const contactRow = [texts.contact, 'Alpine, Ida Roth, ida@alpine.example, +33 612345678']
    await waitFor(() => expect(rows()).toEqual([...texts.logoRows, contactRow]))
    expect(screen.queryByRole('button', { name: texts.more })).toBeNull()
  })

  test('marks each missing field, focuses the first and sends nothing', async () => {
    showPage(<ProfilePage />, { locale })
    await userEvent.click(await screen.findByRole('button', { name: texts.save }))
    for (const fault of texts.faults) expect(screen.getByText(fault)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(texts.name))
    expect(api.writes()).toEqual([])
  })

  test('checks the digits of both numbers before sending', async () => {
    showPage(<ProfilePage />, { locale })
    await fillCompany(locale, { register: '732829321', vat: 'FR84404833048' })
    expect(screen.getByText(texts.siren)).toBeDefined()
    expect(screen.getByText(texts.vatFault)).toBeDefined()
    expect(api.writes()).toEqual([])
  })

  test('saves the brand and its contact without asking the user to accept the terms again', async () => {
    showPage(<ProfilePage />, { locale })
    fill(await screen.findByLabelText(texts.brand), 'Alpine Oats')
    await userEvent.click(screen.getByRole('button', { name: texts.saveContact }))
    expect((await screen.findAllByText(texts.contactDone)).length).toBeGreaterThan(0)
    expect(api.sent(CONTACT)).toEqual([{ ...contact, brandName: 'Alpine Oats' }])
  })
})

testRefusals(
  api,
  COMPANY,
  [
    ['registration_number_invalid', {}, { en: words.en.siren, fr: words.fr.siren }],
    ['vat_number_invalid', {}, { en: words.en.vatFault, fr: words.fr.vatFault }],
    ['postal_code_invalid', {}, { en: words.en.faults[3], fr: words.fr.faults[3] }],
  ],
  async (locale) => {
    showPage(<ProfilePage />, { locale })
    await fillCompany(locale)
  },
)

test('does not ask for a VAT number in countries without one, and lists the countries that Stripe supports', async () => {
  showPage(<ProfilePage />)
  const country = await screen.findByLabelText(words.en.country)
  expect(within(country).queryByRole('option', { name: 'Brazil' })).toBeNull()
  await userEvent.selectOptions(country, 'US')
  expect(screen.queryByLabelText(words.en.vat)).toBeNull()
  await userEvent.selectOptions(country, 'DE')
  expect(screen.getByLabelText(words.en.vat)).toBeDefined()
})

test('saves a second change after the first', async () => {
  showPage(<ProfilePage />)
  await fillCompany('en')
  await screen.findAllByText(words.en.done)
  fill(screen.getByLabelText(words.en.city), 'Lyon')
  await userEvent.click(screen.getByRole('button', { name: words.en.save }))
  await waitFor(() => expect(api.sent(COMPANY)).toEqual([form, { ...form, city: 'Lyon' }]))
})

test('reports a failure to load the details, and loads them on retry', async () => {
  api.fail('GET /identity/brand/company', 'internal', 'en', { requestId: 'r-17' })
  showPage(<ProfilePage />)
  expect(await screen.findByText('We couldn’t load your company details.')).toBeDefined()
  api.recover()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText(words.en.name)).toBeDefined()
})

test('reports a failure to load the history, and loads it on retry', async () => {
  api.fail('GET /identity/brand/declarations', 'internal', 'en', { requestId: 'r-18' })
  showPage(<ProfilePage />)
  expect(await screen.findByText('We couldn’t load your declarations.')).toBeDefined()
  api.recover()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(words.en.none)).toBeDefined()
})

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}
const openWith = (redirect: string) =>
  showPage(
    <Routes>
      <Route path="/brand/profile" element={<ProfilePage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { address: `/brand/profile?redirect=${encodeURIComponent(redirect)}` },
  )

test('returns to the page that asked for the company details, with or without saving', async () => {
  openWith('/brand-dashboard/purchase?package=scale')
  expect((await screen.findByRole('link', { name: 'Back without saving' })).getAttribute('href')).toBe(
    '/brand-dashboard/purchase?package=scale',
  )
  await screen.findByLabelText(words.en.name)
  const show = Promise.withResolvers<Response>()
  api.answer({ 'GET /identity/brand/company': () => show.promise })
  await fillCompany('en')
  expect((await screen.findAllByText(words.en.done)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/^at /), 'before the new declarations have loaded').toBeNull()
  show.resolve(Response.json({ current: form }))
  expect(await screen.findByText('at /brand-dashboard/purchase?package=scale')).toBeDefined()
})

test('does not redirect to another site', async () => {
  openWith('//evil.example')
  await fillCompany('en')
  expect((await screen.findAllByText(words.en.done)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'Back without saving' })).toBeNull()
  expect(screen.queryByText(/^at /)).toBeNull()
})
