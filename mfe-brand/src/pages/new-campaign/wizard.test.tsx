// @vitest-environment jsdom
import { errorResponse, SimulatedUpload } from '@reelfair/web-kit/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { banner, filled, openWizard, type SimulatedServices, simulateServices } from '../../testing/simulated-wizard.tsx'

const DRAFT = 'PUT /campaigns/drafts/current'
const CAMPAIGN = 'POST /campaigns/campaigns'

let services: SimulatedServices
beforeEach(() => {
  services = simulateServices()
})

const place = () => screen.getByTestId('place').textContent
const at = (address: string) => waitFor(() => expect(place()).toBe(`/new-campaign/${address}`))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const onward = () => press('Continue')
const choose = (file: File) => fireEvent.drop(document.querySelector('.rf-file-zone')!, { dataTransfer: { files: [file] } })
const png = new File(['x'], 'kefiro.png', { type: 'image/png' })

/** Simulates a new window: only the services keep their state. */
async function reload(address = '') {
  cleanup()
  openWizard(address)
  await screen.findByRole('button', { name: /^(Continue|Reserve)/ })
}

test('completes all steps, requests the campaign and shows its start without a reload', async () => {
  openWizard()
  await at('goal')
  await userEvent.type(await screen.findByLabelText('Name'), 'Winter breakfast')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Food and cooking')
  await userEvent.click(screen.getByRole('radio', { name: '50,000' }))
  await userEvent.click(screen.getByRole('radio', { name: /^30/ }))
  await onward()
  await at('audience')
  await userEvent.selectOptions(screen.getByLabelText('Audience language'), 'German')
  await userEvent.click(screen.getByRole('checkbox', { name: 'United States' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Europe' }))
  await onward()
  await at('media')
  choose(png)
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  act(() => SimulatedUpload.all[0]!.upload.onprogress?.({ loaded: 1, total: 4 }))
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.25)
  act(() => SimulatedUpload.all[0]!.complete(banner))
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
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Reserve 50,000 credits and start' }))
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
  expect(await screen.findByText(/reserving credits/)).toBeDefined()
  services.campaign = { ...services.campaign!, status: 'active', endsAt: '2026-12-21T10:00:00.000Z' }
  expect(await screen.findByText(/is running\./)).toBeDefined()
  expect(services.draft).toBeUndefined()
})

test.each([
  ['en', /on Instagram and YouTube\. On any other network/, 'Reels only'],
  ['fr', /sur Instagram et YouTube\. Sur un autre réseau/, 'Reels uniquement'],
] as const)('in %s: warns if the public list does not include the chosen network', async (locale, unlisted, reels) => {
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

test('stays on a step with missing entries, marks them and focuses the first one', async () => {
  openWizard()
  await at('goal')
  await screen.findByLabelText('Name')
  await onward()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  for (const label of ['Name', 'Category']) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(screen.getByLabelText('Goal', { selector: '[type=text]' }))
  await userEvent.type(screen.getByLabelText('Goal', { selector: '[type=text]' }), '1234')
  expect(screen.getByText('Choose between 1,000 and 500,000 views, in steps of 1,000.')).toBeDefined()
  expect(place()).toBe('/new-campaign/goal')
})

test('does not open steps after an incomplete one, whatever the URL', async () => {
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

test('focuses each step’s heading and marks the current step in the stepper', async () => {
  services.save({ ...filled, step: 2 })
  openWizard()
  await at('audience')
  await onward()
  await at('media')
  const heading = screen.getByRole('heading', { level: 1, name: 'Add the banner creators will show' })
  expect(document.activeElement).toBe(heading)
  const steps = screen.getByRole('navigation', { name: 'Campaign steps' })
  expect(within(steps).getByText('Your banner').closest('li')?.getAttribute('aria-current')).toBe('step')
  // The title is set after the heading is rendered.
  await waitFor(() => expect(document.title).toContain('Your banner'))
  await userEvent.click(screen.getByTestId('back'))
  await at('audience')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Choose your audience' }))
})

test('saves entries automatically, confirms the save and resumes at the same step after a reload', async () => {
  openWizard()
  await at('goal')
  await userEvent.type(await screen.findByLabelText('Name'), 'Winter')
  expect(await screen.findByText(/^Draft saved at/)).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Travel and adventure')
  await onward()
  await waitFor(() => expect(services.draft).toMatchObject({ step: 2, name: 'Winter', category: 'Travel_Adventure' }))
  await reload()
  await at('audience')
  await press('Back')
  await at('goal')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Winter')
})

test('saves text that the user types just before leaving the wizard', async () => {
  openWizard()
  await at('goal')
  await userEvent.type(await screen.findByLabelText('Name'), 'Fridge')
  await userEvent.click(screen.getByTestId('leave'))
  await userEvent.click(screen.getByTestId('enter'))
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Fridge')
})

test('keeps all entries and reports no conflict when the user opens the wizard’s link inside the wizard', async () => {
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
  expect(screen.queryByText('This draft is open in another window')).toBeNull()
})

test('does not create a draft when the user only views the wizard', async () => {
  openWizard('payment')
  await at('goal')
  await screen.findByLabelText('Name')
  await userEvent.click(screen.getByTestId('leave'))
  await userEvent.click(screen.getByTestId('enter'))
  await screen.findByLabelText('Name')
  expect(services.bodies(DRAFT)).toEqual([])
})

test('reports a conflict with another window and lets the user choose a version', async () => {
  services.save({ ...filled, step: 1 })
  openWizard()
  await at('goal')
  await screen.findByLabelText('Name')
  services.save({ ...filled, step: 4, name: 'From the other window' })
  await userEvent.type(screen.getByLabelText('Name'), '!')
  expect(await screen.findByText('This draft is open in another window')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Name'), '?')
  await onward()
  expect(services.draft?.name).toBe('From the other window')
  await press('Keep this version')
  await waitFor(() => expect(services.draft?.name).toBe('Winter breakfast!?'))
  await waitFor(() => expect(screen.queryByText('This draft is open in another window')).toBeNull())

  services.save({ ...filled, name: 'Second change' })
  await press('Back')
  expect(await screen.findByText('This draft is open in another window')).toBeDefined()
  await press('Use the other version')
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Second change')
})

test('does not request a second campaign from a draft that another window has used', async () => {
  services.save(filled)
  openWizard()
  await at('payment')
  services.draft = undefined
  await userEvent.click(await screen.findByRole('button', { name: /^Reserve/ }))
  expect(await screen.findByText(/used for a campaign/)).toBeDefined()
  expect(services.bodies(CAMPAIGN)).toEqual([])
})

test('retries an unanswered start request with the same key and shows the first attempt’s result', async () => {
  services.save(filled)
  openWizard()
  await at('payment')
  let attempts = 0
  services.answers[CAMPAIGN] = () => {
    attempts += 1
    services.draft = undefined
    return attempts === 1 ? errorResponse('internal', 'en', { requestId: 'r-1' }) : undefined
  }
  await userEvent.click(await screen.findByRole('button', { name: /^Reserve/ }))
  expect(await screen.findByText(/Reference: r-1/)).toBeDefined()
  await press(/^Reserve/)
  await at('done?campaign=7c1d2e3f-0000-4000-8000-000000000001')
  const keys = services.requests.filter(({ what }) => what === CAMPAIGN).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('repeats an unanswered save unchanged, so that it does not conflict with itself', async () => {
  services.save({ ...filled, step: 1 })
  openWizard()
  await at('goal')
  let isLost = true
  services.answers[DRAFT] = (body) => {
    if (!isLost) return undefined
    isLost = false
    services.save(body as typeof filled)
    return errorResponse('internal', 'en', { requestId: 'r-1' })
  }
  // The service repeats its first response for the same idempotency key.
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
  expect(screen.queryByText('This draft is open in another window')).toBeNull()
})

test('offers to buy exactly the missing credits or to lower the goal when the balance is too low', async () => {
  services.save(filled)
  services.available = 4_321
  openWizard()
  await at('payment')
  const [buy] = await screen.findAllByRole('link', { name: 'Buy 5,679 more credits' })
  expect(buy?.getAttribute('href')).toBe('/brand-dashboard/purchase?missing=5679&draft=true')
  expect(screen.queryByRole('button', { name: /^Reserve/ })).toBeNull()
  await press(/Lower the goal to 4,000 views/)
  expect(await screen.findByRole('button', { name: 'Reserve 4,000 credits and start' })).toBeDefined()
})

test('asks for more credits when the balance is one short, but not when it is just enough', async () => {
  services.save(filled)
  services.available = 9_999
  openWizard()
  await screen.findAllByText('Buy 1 more credit')
  expect(screen.getByRole('heading', { name: 'You need 1 more credit for this campaign.' })).toBeDefined()
  cleanup()
  services.available = 10_000
  openWizard()
  expect(await screen.findByRole('button', { name: /^Reserve/ })).toBeDefined()
})

test('explains the failure and restores the draft when the credits were used in the meantime', async () => {
  services.save(filled)
  openWizard()
  await at('payment')
  await userEvent.click(await screen.findByRole('button', { name: /^Reserve/ }))
  await at('done?campaign=7c1d2e3f-0000-4000-8000-000000000001')
  services.campaign = { ...services.campaign!, status: 'failed', phase: 'unfunded', missingViews: 600 }
  expect(await screen.findByRole('heading', { name: 'Insufficient views, you are missing 600 views.' })).toBeDefined()
  await press('Buy 600 more credits')
  await waitFor(() => expect(place()).toBe('/purchase?missing=600&draft=true'))
  expect(services.draft).toMatchObject({ ...filled, media: banner })
  await userEvent.click(screen.getByTestId('enter'))
  await at('payment')
})

test('links a summary line to its step and returns to the summary', async () => {
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

test('opens the campaign terms in a new tab', async () => {
  services.save({ ...filled, step: 5 })
  openWizard()
  await at('summary')
  const terms = await screen.findByRole('link', { name: /^Read the campaign terms/ })
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms#campaign-legal', '_blank'])
})

test('bases the market price on category, language and regions, and shows that the brand pays in credits', async () => {
  services.save({ ...filled, step: 1, category: 'Gaming_Esports', language: 'de', zones: ['EU', 'US'] })
  openWizard()
  await at('goal')
  expect(
    await screen.findByText(/^Typical market price: about €66\.55 \(€6\.66 per 1,000 views\)\. Here, you pay in credits\.$/),
  ).toBeDefined()
})

test('cancels an upload, continues another one on a different step, and removes the file', async () => {
  services.save({ ...filled, step: 3 })
  openWizard()
  await at('media')
  await screen.findByText('Exact size')
  choose(new File(['x'], 'new.webm', { type: '' }))
  await waitFor(() => expect(SimulatedUpload.all[0]?.type).toBe('video/webm'))
  await press('Cancel the upload')
  expect(SimulatedUpload.all[0]!.isAborted).toBe(true)
  choose(png)
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(2))
  await press('Back')
  await at('audience')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Europe' }))
  const other = { ...banner, id: '0b9a1f0e-6a2b-4c3d-8e4f-5a6b7c8d9e1a' }
  act(() => SimulatedUpload.all[1]!.complete(other))
  await waitFor(() => expect(services.draft).toMatchObject({ mediaId: other.id, zones: ['EU'] }))
  await onward()
  await at('media')
  await press('Remove kefiro.png')
  await onward()
  expect(screen.getByText('Please add the campaign logo.')).toBeDefined()
  expect(place()).toBe('/new-campaign/media')
})

test('discards a draft only after confirmation', async () => {
  services.save({ ...filled, step: 4 })
  openWizard()
  await at('link')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  expect(services.draft).toBeDefined()
  await press('Discard it')
  await at('goal')
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('')
  expect(services.draft).toBeUndefined()
})
