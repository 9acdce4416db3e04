// @vitest-environment jsdom
import { refusal } from '@reelfair/web-kit/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { banner, filled, openWizard, type PlayedServices, PlayedUpload, playServices } from '../../testing/played-wizard.tsx'

const DRAFT = 'PUT /campaigns/drafts/current'
const CAMPAIGN = 'POST /campaigns/campaigns'

let services: PlayedServices
beforeEach(() => {
  services = playServices()
})
afterEach(cleanup)

const place = () => screen.getByTestId('place').textContent
const at = (address: string) => waitFor(() => expect(place()).toBe(`/new-campaign/${address}`))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const onward = () => press('Continue')
const choose = (file: File) => fireEvent.drop(document.querySelector('.rf-file-zone')!, { dataTransfer: { files: [file] } })
const png = new File(['x'], 'kefiro.png', { type: 'image/png' })

/** Like a new window: nothing is remembered but what the services keep. */
async function reload(address = '') {
  cleanup()
  openWizard(address)
  await screen.findByRole('button', { name: /^(Continue|Set aside)/ })
}

test('a brand goes through all steps: what it entered is what is asked for, and the campaign starts by itself', async () => {
  openWizard()
  await at('goal')
  await userEvent.type(await screen.findByLabelText('Name'), 'Winter breakfast')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Food and cooking')
  await userEvent.click(screen.getByRole('radio', { name: '50,000' }))
  await userEvent.click(screen.getByRole('radio', { name: /^30/ }))
  await onward()
  await at('audience')
  await userEvent.selectOptions(screen.getByLabelText('Language of the audience'), 'German')
  await userEvent.click(screen.getByRole('checkbox', { name: 'United States' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Europe' }))
  await onward()
  await at('media')
  choose(png)
  await waitFor(() => expect(PlayedUpload.all).toHaveLength(1))
  act(() => PlayedUpload.all[0]!.upload.onprogress?.({ loaded: 1, total: 4 }))
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.25)
  act(() => PlayedUpload.all[0]!.take(banner))
  expect(await screen.findByText('kefiro.png')).toBeDefined()
  expect(screen.getByRole('img', { name: 'Banner' }).getAttribute('src')).toBe(`/api/campaigns/media/${banner.id}`)
  await onward()
  await at('link')
  await userEvent.type(screen.getByLabelText(/^Link/), 'https://kefiro.example/winter')
  await onward()
  await at('summary')
  for (const text of ['Food and cooking', '50,000 views', 'German', 'Europe, United States', 'https://kefiro.example/winter']) {
    expect(screen.getByText(text)).toBeDefined()
  }
  await onward()
  await at('payment')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Set aside 50,000 credits and start' }))
  await at(`done?campaign=7c1d2e3f-0000-4000-8000-000000000001`)
  expect(services.bodies(CAMPAIGN)).toEqual([
    {
      name: 'Winter breakfast',
      viewsGoal: 50_000,
      category: 'Food_Cooking',
      language: 'de',
      zones: ['EU', 'US'],
      network: 'instagram',
      link: 'https://kefiro.example/winter',
      duration: '1 month',
      mediaId: banner.id,
    },
  ])
  expect(await screen.findByText(/being set aside/)).toBeDefined()
  services.campaign = { ...services.campaign!, status: 'active', endsAt: '2026-12-21T10:00:00.000Z' }
  expect(await screen.findByText(/is running\./)).toBeDefined()
  expect(services.draft).toBeUndefined()
})

test.each([
  ['en', /on Instagram and YouTube only/, 'Reels only'],
  ['fr', /sur Instagram et YouTube\. Sur un autre réseau/, 'Reels uniquement'],
] as const)('in %s: whether creators find it on the network that was chosen is as the service has it', async (locale, unlisted, reels) => {
  services.publicNetworks = ['instagram', 'youtube']
  services.save(filled)
  openWizard('audience', locale)
  await waitFor(() => expect(document.body.textContent).toContain(reels))
  await userEvent.click(screen.getByRole('radio', { name: 'TikTok' }))
  expect(screen.getByText(unlisted)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'YouTube' }))
  expect(screen.queryByText(unlisted)).toBeNull()
  expect(document.body.textContent).not.toContain(reels)
})

test('a step with something missing says what, goes to it, and lets nobody on', async () => {
  openWizard()
  await at('goal')
  await screen.findByLabelText('Name')
  await onward()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  for (const label of ['Name', 'Category']) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(screen.getByLabelText('Views goal', { selector: '[type=text]' }))
  await userEvent.type(screen.getByLabelText('Views goal', { selector: '[type=text]' }), '1234')
  expect(screen.getByText('Choose between 1,000 and 500,000 views, in steps of 1,000.')).toBeDefined()
  expect(place()).toBe('/new-campaign/goal')
})

test('nobody comes to a step over one that lacks something, by whatever address', async () => {
  openWizard('payment')
  await at('goal')
  cleanup()
  services.save({ ...filled, link: 'https:/' })
  openWizard('payment')
  await at('link')
  cleanup()
  openWizard('nonsense')
  await at('link')
})

test('each step has its own headline, which takes the focus, and the list of steps says where one is', async () => {
  services.save({ ...filled, step: 2 })
  openWizard()
  await at('audience')
  await onward()
  await at('media')
  const headline = screen.getByRole('heading', { level: 1, name: 'The banner creators will place' })
  expect(document.activeElement).toBe(headline)
  const steps = screen.getByRole('navigation', { name: 'Steps of the campaign' })
  expect(within(steps).getByText('Brand media').closest('li')?.getAttribute('aria-current')).toBe('step')
  // Set after the heading is drawn.
  await waitFor(() => expect(document.title).toContain('Brand media'))
  await userEvent.click(screen.getByTestId('back'))
  await at('audience')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Who should see it' }))
})

test('what is entered is saved by itself and said to be; after a reload one is at the same step with all of it', async () => {
  openWizard()
  await at('goal')
  await userEvent.type(await screen.findByLabelText('Name'), 'Winter')
  expect(await screen.findByText(/^Saved as a draft at/)).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Travel and adventure')
  await onward()
  await waitFor(() => expect(services.draft).toMatchObject({ step: 2, name: 'Winter', category: 'Travel_Adventure' }))
  await reload()
  await at('audience')
  await press('Back')
  await at('goal')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Winter')
})

test('who leaves in the middle of typing finds it again, at once', async () => {
  openWizard()
  await at('goal')
  await userEvent.type(await screen.findByLabelText('Name'), 'Fridge')
  await userEvent.click(screen.getByTestId('leave'))
  await userEvent.click(screen.getByTestId('enter'))
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Fridge')
})

test('the way into the wizard, pressed inside it, loses nothing and is no second window', async () => {
  services.save({ ...filled, step: 1 })
  openWizard()
  await at('goal')
  await userEvent.type(await screen.findByLabelText('Name'), '!')
  await onward()
  await at('audience')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Europe' }))
  await userEvent.click(screen.getByTestId('enter'))
  await at('audience')
  expect(((await screen.findByRole('checkbox', { name: 'Europe' })) as HTMLInputElement).checked).toBe(true)
  await press('Back')
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Winter breakfast!')
  await waitFor(() => expect(services.draft?.step).toBe(1))
  expect(screen.queryByText('Another window has this draft, too')).toBeNull()
})

test('nobody’s look around makes a draft', async () => {
  openWizard('payment')
  await at('goal')
  await screen.findByLabelText('Name')
  await userEvent.click(screen.getByTestId('leave'))
  await userEvent.click(screen.getByTestId('enter'))
  await screen.findByLabelText('Name')
  expect(services.bodies(DRAFT)).toEqual([])
})

test('two windows: the second is told, saves nothing over the first, and a person says which one stays', async () => {
  services.save({ ...filled, step: 1 })
  openWizard()
  await at('goal')
  await screen.findByLabelText('Name')
  services.save({ ...filled, step: 4, name: 'From the other window' })
  await userEvent.type(screen.getByLabelText('Name'), '!')
  expect(await screen.findByText('Another window has this draft, too')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Name'), '?')
  await onward()
  expect(services.draft?.name).toBe('From the other window')
  await press('Keep what stands here')
  await waitFor(() => expect(services.draft?.name).toBe('Winter breakfast!?'))
  await waitFor(() => expect(screen.queryByText('Another window has this draft, too')).toBeNull())

  services.save({ ...filled, name: 'Once more' })
  await press('Back')
  expect(await screen.findByText('Another window has this draft, too')).toBeDefined()
  await press('Take the other one')
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Once more')
})

test('a draft that another window has made a campaign of makes no second one', async () => {
  services.save(filled)
  openWizard()
  await at('payment')
  services.draft = undefined
  await userEvent.click(await screen.findByRole('button', { name: /^Set aside/ }))
  expect(await screen.findByText(/used for a campaign/)).toBeDefined()
  expect(services.bodies(CAMPAIGN)).toEqual([])
})

test('a start without an answer is asked again under its key, and what came of the first is what one gets', async () => {
  services.save(filled)
  openWizard()
  await at('payment')
  let tries = 0
  services.answers[CAMPAIGN] = () => {
    tries += 1
    services.draft = undefined
    return tries === 1 ? refusal('internal', 'en', { requestId: 'r-1' }) : undefined
  }
  await userEvent.click(await screen.findByRole('button', { name: /^Set aside/ }))
  expect(await screen.findByText(/Reference: r-1/)).toBeDefined()
  await press(/^Set aside/)
  await at('done?campaign=7c1d2e3f-0000-4000-8000-000000000001')
  const keys = services.asked.filter(({ what }) => what === CAMPAIGN).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a save without an answer is asked again as it was, so that one’s own save is no other window’s', async () => {
  services.save({ ...filled, step: 1 })
  openWizard()
  await at('goal')
  let isLost = true
  services.answers[DRAFT] = (body) => {
    if (!isLost) return undefined
    isLost = false
    services.save(body as typeof filled)
    return refusal('internal', 'en', { requestId: 'r-1' })
  }
  // The service gives the first answer to a repeat under the same key.
  const answered = new Map<string, Response>()
  const plain = services.answer.bind(services)
  services.answer = async (url, init) => {
    const key = (init.headers as Record<string, string>)['idempotency-key']
    if (key && answered.has(key)) return answered.get(key)!
    const before = services.draft
    const answer = await plain(url, init)
    if (key && services.draft !== before && !answer.ok) answered.set(key, Response.json({ draft: services.draft }))
    return answer
  }
  await userEvent.type(await screen.findByLabelText('Name'), '!')
  expect(await screen.findByText(/Reference: r-1/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('Name'), '?')
  await press('Save again')
  await waitFor(() => expect(services.draft?.name).toBe('Winter breakfast!?'))
  expect(screen.queryByText('Another window has this draft, too')).toBeNull()
})

test('a short balance offers exactly what is missing, or a goal that it suffices for', async () => {
  services.save(filled)
  services.available = 4_321
  openWizard()
  await at('payment')
  const [buy] = await screen.findAllByRole('link', { name: 'Buy the 5,679 missing credits' })
  expect(buy?.getAttribute('href')).toBe('/brand-dashboard/purchase?missing=5679')
  expect(screen.queryByRole('button', { name: /^Set aside/ })).toBeNull()
  await press(/lower the goal to 4,000 views/)
  expect(await screen.findByRole('button', { name: 'Set aside 4,000 credits and start' })).toBeDefined()
})

test('one credit short is short; just enough is enough', async () => {
  services.save(filled)
  services.available = 9_999
  openWizard()
  await screen.findAllByText('Buy the 1 missing credits')
  cleanup()
  services.available = 10_000
  openWizard()
  expect(await screen.findByRole('button', { name: /^Set aside/ })).toBeDefined()
})

test('credits that went meanwhile: the specified sentence, and all that was entered is a draft again', async () => {
  services.save(filled)
  openWizard()
  await at('payment')
  await userEvent.click(await screen.findByRole('button', { name: /^Set aside/ }))
  await at('done?campaign=7c1d2e3f-0000-4000-8000-000000000001')
  services.campaign = { ...services.campaign!, status: 'failed', phase: 'unfunded', missingViews: 600 }
  expect(await screen.findByRole('heading', { name: 'Insufficient views, you are missing 600 views.' })).toBeDefined()
  await press('Buy the 600 missing credits')
  await waitFor(() => expect(place()).toBe('/purchase?missing=600'))
  expect(services.draft).toMatchObject({ ...filled, media: banner })
  await userEvent.click(screen.getByTestId('enter'))
  await at('payment')
})

test('a line of the summary leads to its step and back', async () => {
  services.save({ ...filled, step: 5 })
  openWizard()
  await at('summary')
  const change = await screen.findByRole('link', { name: 'Change, Category' })
  expect(change.getAttribute('href')).toBe('/brand-dashboard/new-campaign/goal?from=summary')
  await reload('goal?from=summary')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Luxury')
  await onward()
  await at('summary')
  expect(screen.getByText('Luxury')).toBeDefined()
})

test('the campaign terms open in a tab of their own', async () => {
  services.save({ ...filled, step: 5 })
  openWizard()
  await at('summary')
  const terms = await screen.findByRole('link', { name: /^Read the campaign terms/ })
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms#campaign-legal', '_blank'])
})

test('the market’s price follows category, language and zones, and is never what one pays', async () => {
  services.save({ ...filled, step: 1, category: 'Gaming_Esports', language: 'de', zones: ['EU', 'US'] })
  openWizard()
  await at('goal')
  expect(await screen.findByText(/usually costs about 66\.55.€: 6\.66.€ per 1,000 views\. Here you pay in credits\./)).toBeDefined()
})

test('an upload goes on while one looks at another step, can be stopped, and a file can be taken away again', async () => {
  services.save({ ...filled, step: 3 })
  openWizard()
  await at('media')
  await screen.findByText('Size is exact')
  choose(new File(['x'], 'new.webm', { type: '' }))
  await waitFor(() => expect(PlayedUpload.all[0]?.type).toBe('video/webm'))
  await press('Cancel the upload')
  expect(PlayedUpload.all[0]!.isAborted).toBe(true)
  choose(png)
  await waitFor(() => expect(PlayedUpload.all).toHaveLength(2))
  await press('Back')
  await at('audience')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Europe' }))
  const other = { ...banner, id: '0b9a1f0e-6a2b-4c3d-8e4f-5a6b7c8d9e1a' }
  act(() => PlayedUpload.all[1]!.take(other))
  await waitFor(() => expect(services.draft).toMatchObject({ mediaId: other.id, zones: ['EU'] }))
  await onward()
  await at('media')
  await press('Remove kefiro.png')
  await onward()
  expect(screen.getByText('Please add the campaign’s logo.')).toBeDefined()
  expect(place()).toBe('/new-campaign/media')
})

test('a draft is discarded only after a second word', async () => {
  services.save({ ...filled, step: 4 })
  openWizard()
  await at('link')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard the draft' }))
  expect(services.draft).toBeDefined()
  await press('Discard it')
  await at('goal')
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('')
  expect(services.draft).toBeUndefined()
})
