import type { Locator, Page } from 'playwright-core'
import { click, fill, LIVE, shows } from './page-steps.ts'

export const LOGO = new URL('../../../local/demo/logos/alpine-oats.png', import.meta.url).pathname
export const LINK = 'https://alpine-oats.example/winter'
export const CAPTION = 'Porridge, slowly. Say that it keeps you warm.'

interface Invited {
  readonly username: string
  readonly views: number
  /** Called with the step's name, for example to take a picture. */
  readonly onStep?: (step: string) => Promise<void>
}

/** A brand finds a creator and fills in the invitation, which begins today. @returns the button that sends it */
export async function fillInvitation(page: Page, { username, views, onStep }: Invited): Promise<Locator> {
  const goal = views.toLocaleString('en')
  await page.goto('/find-creators')
  await fill(page, 'Username starts with', username.slice(0, 3))
  await page.waitForURL('**/find-creators?*username=*')
  await fill(page, 'Views per invitation', String(views))
  await click(page, 'button', `Select @${username}`)
  await page.getByRole('region', { name: 'Selected creator' }).getByText('Credits left').waitFor(LIVE)
  await onStep?.('creators found')
  await click(page, 'button', `Invite @${username}`)
  const dialog = page.getByRole('dialog', { name: `Invite @${username}` })
  await dialog.locator('input[type=file]').setInputFiles(LOGO)
  await dialog.getByText('Exact size').waitFor(LIVE)
  await dialog.getByLabel('Link in the creator’s bio').fill(LINK)
  await dialog.getByLabel('What the caption should say').fill(CAPTION)
  const beginning = dialog.getByLabel('First day')
  await beginning.fill((await beginning.getAttribute('min')) ?? '')
  await onStep?.('invitation')
  return dialog.getByRole('button', { name: `Hold ${goal} credits and send` })
}

/** Waits until the invitation is sent, and closes its dialog. */
async function invitationSent(page: Page, { username, onStep }: Omit<Invited, 'views'>): Promise<void> {
  await shows(page, `@${username} has your invitation.`)
  await onStep?.('invitation sent')
  await page
    .getByRole('dialog', { name: `Invite @${username}` })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await page.getByRole('region', { name: 'Selected creator' }).waitFor({ state: 'detached' })
}

export async function inviteCreator(page: Page, invited: Invited): Promise<void> {
  await (await fillInvitation(page, invited)).click()
  await invitationSent(page, invited)
}
