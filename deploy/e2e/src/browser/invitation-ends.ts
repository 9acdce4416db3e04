/** Invitations that do not become partnerships, in two windows: the credits return, and both sides read why. */
import { runNamed } from '@reelfair/local'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inviteCreator, LINK } from '../journey/invite-creator.ts'
import { showWindowsOnFailure } from '../journey/open-journey.ts'
import { click, LIVE, shows } from '../journey/page-steps.ts'
import { verifyAccount } from '../journey/people.ts'
import { sandboxPages } from '../journey/sandbox-pages.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site, Visit } from './site.ts'

const USERNAME = 'lea.kocht'
const GOAL = 10_000
/** The reminder is due 4 hours before the end. */
const UNTIL_REMINDER_S = 20 * 3_600 + 60
const UNTIL_EXPIRY_S = 4 * 3_600

export function invitationEnds(site: Site): void {
  const outside = outsideOf(site)
  let b: Visit
  let c: Visit

  beforeAll(async () => {
    b = await site.visit('brand')
    c = await site.visit('creator', { locale: 'fr', width: 390 })
    const world = sandboxPages((await site.visit('visitor')).page, outside)
    await world.createAccount(USERNAME)
    await verifyAccount(c.page, world, USERNAME)
  })

  /** Both windows show the new invitation; the creator's also its dialog. */
  const invited = async () => {
    showWindowsOnFailure(b)
    await inviteCreator(b.page, { username: USERNAME, views: GOAL })
    await b.page.goto('/brand-dashboard')
    await shows(b.page, 'Waiting for an answer')
    await shows(b.page, '0 spent + 10,000 reserved + 40,000 available')
    await c.page.goto('/dashboard')
    await c.page.getByRole('button', { name: 'Voir l’invitation' }).click()
    const dialog = c.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Accepter', exact: true }).waitFor(LIVE)
    return dialog
  }
  const newestRow = (page: Page) => page.getByRole('table', { name: 'Invitations' }).getByRole('row').nth(1)
  /** The brand reads the reason, and all of its credits are available again. */
  const brandReads = async (reason: string, sum = '0 spent + 0 reserved + 50,000 available') => {
    await newestRow(b.page).getByText(reason).waitFor(LIVE)
    await newestRow(b.page)
      .getByText(/All credits were returned\.$/)
      .waitFor(LIVE)
    await shows(b.page, sum)
    await picture(b.page, `invitation ends, brand, ${reason}`)
  }
  const creatorReadsInHistory = async (reason: string) => {
    await c.page.goto('/creator-history')
    await c.page.getByRole('listitem', { name: 'Invitation de Demo Brand' }).first().getByText(reason).waitFor(LIVE)
    await picture(c.page, `invitation ends, creator, ${reason}`)
  }

  test('refused: the creator confirms, and the brand reads it at once', async () => {
    const dialog = await invited()
    await dialog.getByRole('button', { name: 'Refuser', exact: true }).click()
    await picture(c.page, 'invitation ends, refusal')
    await dialog.getByRole('button', { name: 'Refuser l’invitation' }).click()
    await shows(c.page, 'Invitation refusée')
    await brandReads('Declined by the creator')
    await creatorReadsInHistory('Vous avez refusé cette invitation')
  })

  test('withdrawn: the creator’s open dialog reports it', async () => {
    const dialog = await invited()
    await click(b.page, 'button', `Withdraw the invitation to @${USERNAME}`)
    await picture(b.page, 'invitation ends, withdrawal')
    await click(b.page, 'button', 'Withdraw invitation')
    await dialog.getByRole('alert').getByText('La marque a retiré cette invitation').waitFor(LIVE)
    await picture(c.page, 'invitation ends, dialog, withdrawn')
    await brandReads('Withdrawn by you')
    await creatorReadsInHistory('La marque a retiré cette invitation')
  })

  test('expired: the creator is reminded, and after 24 hours both sides read it within a minute', async () => {
    const dialog = await invited()
    await outside.advance({ seconds: UNTIL_REMINDER_S })
    const bell = await site.newTab(c.context)
    await bell.page.goto('/notifications')
    await shows(bell.page, 'Demo Brand attend votre réponse')
    await picture(bell.page, 'invitation ends, reminder')
    await bell.page.close()
    await outside.advance({ seconds: UNTIL_EXPIRY_S })
    await dialog.getByRole('alert').getByText('Cette invitation a expiré').waitFor(LIVE)
    await picture(c.page, 'invitation ends, dialog, expired')
    await brandReads('No answer within 24 hours')
    await creatorReadsInHistory('Cette invitation a expiré')
  })

  test('superseded: the creator signs up for a campaign of the same brand instead', async () => {
    await invited()
    const { items } = await (await b.context.request.get('/api/partnerships/invitations')).json()
    const campaign = { name: 'Winter oats', viewsGoal: GOAL, category: 'Food_Cooking', network: 'instagram', link: LINK }
    const answer = await b.context.request.post('/api/campaigns/campaigns', {
      headers: { origin: site.url },
      data: { ...campaign, mediaId: items[0].logo.mediaId },
    })
    expect(answer.status(), await answer.text()).toBe(201)
    await c.page.goto('/public-campaigns')
    await click(c.page, 'button', /^Participer/)
    await picture(c.page, 'invitation ends, sign-up')
    await click(c.page, 'button', /^Accepter et participer/)
    await shows(c.page, /Vous participez/)
    await brandReads('The creator joined “Winter oats” instead', '0 spent + 10,000 reserved + 40,000 available')
    await creatorReadsInHistory('Close : vous participez à une campagne de cette marque')
  })

  test('leaves a sound ledger and no errors in the browser', async () => {
    expect(await runNamed('check-ledger', [], site.folder)).toMatch(/sound/)
    for (const { faults } of [b, c]) {
      // Tokens expired during requests when the clock jumped; the page retries those requests.
      faults.forget(/status of 503 .*\/api\//)
      expect(faults.found).toEqual([])
    }
  })
}
