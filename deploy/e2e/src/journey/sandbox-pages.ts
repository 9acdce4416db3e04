/** The world outside of Reelfair, through the sandbox's pages: a social account, its videos and the clock. */
import { vertical } from '@reelfair/sandbox/video-files'
import type { Page } from 'playwright-core'
import type { Outside } from '../browser/outside.ts'
import { click, fill } from './page-steps.ts'

interface Video {
  readonly caption: string
  readonly curve: 'organic' | 'bot_spike'
  readonly views: number
  /** When a spike begins. */
  readonly turnAfterHours?: number
}

export interface SandboxPages {
  /** Creates an Instagram account. @returns its id on the network */
  createAccount(username: string): Promise<string>
  /** Edits the bio of the account created last. */
  editBio(bio: string): Promise<void>
  publish(video: Video): Promise<void>
  /** Advances the clock night by night, until the services have settled the last one. */
  advance(days: 1 | 7): Promise<void>
}

export function sandboxPages(page: Page, { url }: Outside): SandboxPages {
  let account = ''
  return {
    createAccount: async (username) => {
      await page.goto(`${url}/social`)
      await fill(page, 'Username', username)
      await click(page, 'button', 'Create account')
      await page.getByRole('heading', { level: 1, name: `@${username}` }).waitFor()
      account = page.url()
      return new URL(account).pathname.split('/').at(-1) ?? ''
    },
    editBio: async (bio) => {
      await page.goto(account)
      await page.getByLabel('Bio (put the code here)').fill(bio)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(bio).first().waitFor()
    },
    publish: async ({ caption, curve, views, turnAfterHours }) => {
      await page.goto(account)
      await page.getByLabel(/^Caption/).fill(caption)
      const buffer = Buffer.from(await vertical('webm'))
      await page.getByLabel('Video', { exact: true }).setInputFiles({ name: 'reel.webm', mimeType: 'video/webm', buffer })
      await page.getByLabel('Views', { exact: true }).selectOption(curve)
      await page.getByLabel('Total views').fill(String(views))
      if (turnAfterHours !== undefined) await page.getByLabel(/^Hours until/).fill(String(turnAfterHours))
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.waitForURL('**/social/**')
    },
    advance: async (days) => {
      const name = `+ ${days} ${days === 1 ? 'day' : 'days'}`
      await page.goto(`${url}/#clock`)
      await page.getByRole('button', { name }).click()
      // The button reappears once the services have settled the last night.
      await page.getByRole('button', { name }).waitFor({ timeout: days * 60_000 })
    },
  }
}
