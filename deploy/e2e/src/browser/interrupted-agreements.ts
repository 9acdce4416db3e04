/**
 * Double clicks, lost connections, reloads and second tabs while brand and creator agree on a partnership: everything
 * happens once, and every tab says what happened.
 */
import { runNamed } from '@reelfair/local'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { CAPTION, fillInvitation, inviteCreator, LINK, LOGO } from '../journey/invite-creator.ts'
import { showWindowsOnFailure } from '../journey/open-journey.ts'
import { click, fill, LIVE, shows } from '../journey/page-steps.ts'
import { newPerson, signUp, verifyAccount } from '../journey/people.ts'
import { sandboxPages } from '../journey/sandbox-pages.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site, Visit } from './site.ts'

const USERNAME = 'ada.twice'
const CONNECTED = 'ada.films'
const GOAL = 1_000
const INVITATIONS = '/api/partnerships/invitations'
const LOST = { en: /^We couldn’t reach Reelfair\./, fr: /^Reelfair est injoignable\./ }

/** The services carry out each POST to the path, but no response reaches the page. */
async function loseResponses(page: Page, path: string) {
  const keys = new Set<string | undefined>()
  const url = `**${path}`
  await page.route(url, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.add(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort('connectionreset')
  })
  return { keys, restore: () => page.unroute(url) }
}

export function interruptedAgreements(site: Site): void {
  const outside = outsideOf(site)
  let b: Visit
  let c: Visit
  let world: ReturnType<typeof sandboxPages>

  beforeAll(async () => {
    b = await site.visit('brand')
    c = await site.visit('visitor', { locale: 'fr', width: 390 })
    await signUp(c.page, outside, newPerson('creator', 'ada'), 'fr')
    await c.page.waitForURL('**/dashboard')
    // The session of the visitor did not exist yet.
    c.faults.forget(/401 \(Unauthorized\)/)
    world = sandboxPages((await site.visit('visitor')).page, outside)
    await world.createAccount(USERNAME)
    await verifyAccount(c.page, world, USERNAME)
    await click(c.page, 'button', `Configurer la page publique de @${USERNAME}`)
    await click(c.page, 'button', 'Activer la page')
    await shows(c.page, 'Votre page publique est activée.')
  })

  const read = async <Answer>({ context }: Visit, path: string) => (await (await context.request.get(path)).json()) as Answer
  interface Invited {
    readonly id: string
    readonly username: string
    readonly status: string
    readonly weeklyViewsGoal: number
  }
  const invitations = async () =>
    (await read<{ items: Invited[] }>(b, `${INVITATIONS}?limit=100`)).items.filter(({ username }) => username === USERNAME)
  const credits = () => read<{ available: number; held: number }>(b, '/api/payouts/credits')
  /** Since the returned function was created: the invitations sent, and the credits held for them. */
  const changesOf = async () => {
    const [known, before] = [await invitations(), await credits()]
    return async () => {
      const [now, { available, held }] = [await invitations(), await credits()]
      const sent = now.slice(0, now.length - known.length).map(({ status }) => status)
      return { sent, held: held - before.held, spent: before.available + before.held - available - held }
    }
  }
  /** Ends the open invitation without a screen. */
  const withdrawOpen = async () => {
    const [open] = await invitations()
    const answer = await b.context.request.post(`${INVITATIONS}/${open?.id}/withdrawal`, { headers: { origin: site.url } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const secondTab = async ({ context }: Visit, address: string) => {
    const tab = await site.newTab(context)
    await tab.page.goto(address)
    return tab
  }
  const offlineThenBack = async ({ page, context }: Visit, locale: 'en' | 'fr', send: () => Promise<void>) => {
    await context.setOffline(true)
    await send()
    await shows(page, LOST[locale])
    await context.setOffline(false)
  }
  /** Tests cause these errors on purpose. */
  const expectFaultless = (...visits: Visit[]) => {
    for (const { faults } of visits) {
      // An earlier test moves the clock by a day, so tokens expire; the page retries those requests.
      faults.forget(/status of 503 .*\/api\//)
      faults.forget(/net::ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/)
      faults.forget(/status of 409 .*\/api\/partnerships\/invitations/)
      faults.forget(/status of \d+ .*\/api\/verification\/connections\/callbacks/)
      expect(faults.found).toEqual([])
    }
  }

  test('search: sends one invitation after a double click, and withdraws it once', async () => {
    showWindowsOnFailure(b)
    const changes = await changesOf()
    await (await fillInvitation(b.page, { username: USERNAME, views: GOAL })).dblclick()
    await shows(b.page, `@${USERNAME} has your invitation.`)
    expect(await changes()).toEqual({ sent: ['pending'], held: GOAL, spent: 0 })
    await b.page.goto('/brand-dashboard')
    await click(b.page, 'button', `Withdraw the invitation to @${USERNAME}`)
    await b.page.getByRole('button', { name: 'Withdraw invitation', exact: true }).dblclick()
    await shows(b.page, 'Withdrawn by you')
    await expect.poll(changes, LIVE).toEqual({ sent: ['withdrawn'], held: 0, spent: 0 })
    expectFaultless(b)
  })

  test('search: sends nothing while offline, and one invitation if its response is lost', async () => {
    showWindowsOnFailure(b)
    const changes = await changesOf()
    const second = await site.newTab(b.context)
    const sendSecond = await fillInvitation(second.page, { username: USERNAME, views: GOAL })
    const send = await fillInvitation(b.page, { username: USERNAME, views: GOAL })
    await offlineThenBack(b, 'en', () => send.click())
    expect(await changes()).toEqual({ sent: [], held: 0, spent: 0 })
    const { keys, restore } = await loseResponses(b.page, INVITATIONS)
    await send.click()
    await expect.poll(() => keys.size, LIVE).toBe(1)
    await shows(b.page, LOST.en)
    await picture(b.page, 'interrupted, invitation, connection lost')
    await expect.poll(changes, LIVE).toEqual({ sent: ['pending'], held: GOAL, spent: 0 })

    // A second tab that was open before refuses to invite the creator again.
    await sendSecond.click()
    await shows(second.page, 'You already have a pending invitation or an unfinished partnership with this account.')
    await picture(second.page, 'interrupted, invitation, second tab')

    await restore()
    await send.click()
    await shows(b.page, `@${USERNAME} has your invitation.`)
    expect(keys.size).toBe(1)
    expect(await changes()).toEqual({ sent: ['pending'], held: GOAL, spent: 0 })
    expectFaultless(b, second)
    await second.page.close()
  })

  test('search: shows after a reload, and in a second tab, that the creator is already invited', async () => {
    showWindowsOnFailure(b)
    const second = await secondTab(b, `/find-creators?username=${USERNAME}`)
    await b.page.goto(`/find-creators?username=${USERNAME}`)
    const row = ({ page }: Visit) => page.getByRole('listitem').filter({ hasText: `@${USERNAME}` })
    await row(b).getByText('Invited').waitFor(LIVE)
    await picture(b.page, 'interrupted, creator already invited')
    await click(b.page, 'button', `Withdraw the invitation to @${USERNAME}`)
    await click(b.page, 'button', 'Withdraw invitation')
    for (const tab of [b, second])
      await row(tab)
        .getByRole('button', { name: `Select @${USERNAME}` })
        .waitFor(LIVE)
    expectFaultless(b, second)
    await second.page.close()
  })

  /** Fills in a booking up to its summary. */
  const book = async (page: Page) => {
    await page.goto(`/collab/${USERNAME}?budget=10`)
    await click(page, 'button', 'Continue')
    await page.locator('input[type=file]').setInputFiles(LOGO)
    await shows(page, 'Exact size')
    await click(page, 'button', 'Continue')
    await fill(page, 'Link in the creator’s bio', LINK)
    await fill(page, 'Caption', CAPTION)
    await page.getByLabel(/^I accept the partnership terms/).check()
    const confirm = page.getByRole('button', { name: 'Confirm and send the invitation' })
    await confirm.waitFor(LIVE)
    return confirm
  }

  test('booking: confirms once, whatever happens to the connection, and every tab shows the invitation', async () => {
    showWindowsOnFailure(b)
    const changes = await changesOf()
    const second = await site.newTab(b.context)
    await book(second.page)
    const confirm = await book(b.page)
    await offlineThenBack(b, 'en', () => confirm.click())
    expect(await changes()).toEqual({ sent: [], held: 0, spent: 0 })
    const { keys, restore } = await loseResponses(b.page, INVITATIONS)
    await confirm.dblclick()
    await expect.poll(() => keys.size, LIVE).toBe(1)
    // The live update shows it, although the response was lost.
    await shows(b.page, `Your invitation is with @${USERNAME},`)
    await picture(b.page, 'interrupted, booking')
    await shows(second.page, `Your invitation is with @${USERNAME},`)
    await restore()
    const [sent] = await invitations()
    expect(await changes()).toEqual({ sent: ['pending'], held: sent?.weeklyViewsGoal, spent: 0 })

    await b.page.reload()
    await shows(b.page, `Your invitation is with @${USERNAME},`)
    await withdrawOpen()
    for (const { page } of [b, second]) await shows(page, 'You withdrew the invitation.')
    expect(await changes()).toEqual({ sent: ['withdrawn'], held: 0, spent: 0 })
    expectFaultless(b, second)
    await second.page.close()
  })

  const openDialog = async ({ page }: Visit) => {
    await page.goto('/dashboard')
    await click(page, 'button', 'Voir l’invitation')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Accepter', exact: true }).waitFor(LIVE)
    return dialog
  }

  test('refusal: takes effect once, although its response is lost, and a second tab shows it', async () => {
    showWindowsOnFailure(c)
    const changes = await changesOf()
    await inviteCreator(b.page, { username: USERNAME, views: GOAL })
    const dialog = await openDialog(c)
    const second = await site.newTab(c.context)
    const secondDialog = await openDialog(second)
    await dialog.getByRole('button', { name: 'Refuser', exact: true }).click()
    const refuse = dialog.getByRole('button', { name: 'Refuser l’invitation' })
    await offlineThenBack(c, 'fr', () => refuse.click())
    await expect.poll(changes, LIVE).toEqual({ sent: ['pending'], held: GOAL, spent: 0 })
    const { keys, restore } = await loseResponses(c.page, `${INVITATIONS}/*/refusal`)
    await refuse.dblclick()
    await dialog.getByRole('alert').getByText('Vous avez refusé cette invitation').waitFor(LIVE)
    await picture(c.page, 'interrupted, refusal')
    await secondDialog.getByRole('alert').getByText('Vous avez refusé cette invitation').waitFor(LIVE)
    expect(keys.size).toBe(1)
    await restore()
    await expect.poll(changes, LIVE).toEqual({ sent: ['rejected'], held: 0, spent: 0 })
    await c.page.reload()
    await dialog.getByText('Vous avez refusé cette invitation').waitFor(LIVE)
    await c.page.goto('/dashboard')
    await shows(c.page, 'Aucune invitation')
    expectFaultless(b, c, second)
    await second.page.close()
  })

  test('acceptance: takes effect once, although its response is lost, and every tab of both sides shows it', async () => {
    showWindowsOnFailure(c)
    const changes = await changesOf()
    await inviteCreator(b.page, { username: USERNAME, views: GOAL })
    await b.page.goto('/brand-dashboard')
    await click(b.page, 'button', `Withdraw the invitation to @${USERNAME}`)
    const withdraw = b.page.getByRole('button', { name: 'Withdraw invitation', exact: true })
    await withdraw.waitFor()
    const dialog = await openDialog(c)
    const address = c.page.url()
    expect(address).toMatch(/\/dashboard\?invitation=/)
    const second = await site.newTab(c.context)
    const secondDialog = await openDialog(second)
    const accept = dialog.getByRole('button', { name: 'Accepter', exact: true })
    await offlineThenBack(c, 'fr', () => accept.click())
    await expect.poll(changes, LIVE).toEqual({ sent: ['pending'], held: GOAL, spent: 0 })
    const { keys, restore } = await loseResponses(c.page, `${INVITATIONS}/*/acceptance`)
    await accept.dblclick()
    await dialog.getByText('Vous avez accepté cette invitation').waitFor(LIVE)
    await picture(c.page, 'interrupted, acceptance')
    await secondDialog.getByRole('alert').getByText('Vous avez accepté cette invitation').waitFor(LIVE)
    expect(keys.size).toBe(1)
    await restore()

    // The brand's open question whether to withdraw comes too late.
    await withdraw.waitFor({ state: 'detached' })
    await shows(b.page, 'Accepted')
    await c.page.goto(address)
    await c.page.getByRole('dialog').getByText('Vous avez accepté cette invitation').waitFor(LIVE)
    expect(await changes()).toEqual({ sent: ['accepted'], held: GOAL, spent: 0 })
    const { items } = await read<{ items: { username: string }[] }>(c, '/api/partnerships/partnerships?only=unsettled&limit=100')
    expect(items.filter(({ username }) => username === USERNAME)).toHaveLength(1)
    expectFaultless(b, c, second)
    await second.page.close()
  })

  test('connection: is passed on once, although its response is lost, and is shown after a reload and in a second tab', async () => {
    showWindowsOnFailure(c)
    await outside.openSocialAccount('tiktok', CONNECTED)
    await c.page.goto('/profile?network=tiktok')
    const returned = c.page.waitForRequest(/\/profile\/connect\?/)
    await c.page.getByRole('button', { name: 'Connecter un compte TikTok' }).first().dblclick()
    const { restore } = await loseResponses(c.page, '/api/verification/connections/callbacks')
    await c.page.getByRole('button', { name: `@${CONNECTED}` }).click()
    const address = (await returned).url()
    await shows(c.page, 'C’est déjà fait')
    await shows(c.page, `@${CONNECTED}`)
    await picture(c.page, 'interrupted, connection')
    await restore()
    await c.page.reload()
    await shows(c.page, 'C’est déjà fait')
    const second = await secondTab(c, address)
    await shows(second.page, 'C’est déjà fait')
    const { items } = await read<{ items: { username: string; connection?: object }[] }>(c, '/api/verification/accounts')
    expect(items.filter(({ username }) => username === CONNECTED)).toHaveLength(1)
    expectFaultless(c, second)
    await second.page.close()
  })

  test('connection: a reload while the network’s answer is being passed on shows the connected account', async () => {
    showWindowsOnFailure(c)
    await c.page.goto('/profile?network=tiktok')
    // Connecting an account again proves again whose it is.
    await c.page.getByRole('button', { name: 'Connecter un autre compte TikTok' }).first().click()
    const sent = Promise.withResolvers<void>()
    await c.page.route('**/api/verification/connections/callbacks', async (route) => {
      sent.resolve()
      // The request has reached the service, but the page is reloaded before the response arrives.
      await route.fetch()
    })
    await c.page.getByRole('button', { name: `@${CONNECTED}` }).click()
    await sent.promise
    await shows(c.page, /^En attente de la confirmation du réseau/)
    await c.page.reload()
    await shows(c.page, 'C’est déjà fait')
    await shows(c.page, `@${CONNECTED}`)
    expectFaultless(c)
  })

  test('leaves a sound ledger', async () => {
    expect(await runNamed('check-ledger', [], site.folder)).toMatch(/sound/)
  })
}
