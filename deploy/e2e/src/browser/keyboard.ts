/** A person at the keyboard, without a mouse: goes by Tab to what they are told is there, and sees where they are. */
import { eventually } from '@reelfair/testkit/eventually'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A page may be drawn while one tabs already. */
const REACHED_WITHIN_MS = 20_000
/** From its end back to its beginning. */
const ROUND_MS = 100

/** What one types into; a text with proposals is a combobox. */
const FIELD = /^(?:textbox|combobox|spinbutton)$/

export type Named = string | RegExp

export interface Keyboard {
  /** Tabs on until the focus is on a control of this role and accessible name; it must be seen there. */
  to(role: Named, name: Named): Promise<void>
  /** `to`, then Enter. */
  press(role: string, name: Named): Promise<void>
  /** `to` a field, and types in place of what it holds. */
  fill(name: Named, text: string): Promise<void>
  /** `to` a checkbox, and Space. */
  toggle(name: Named): Promise<void>
  /** Into the group of radio buttons that comes next, and by the arrows to this one. */
  choose(name: Named): Promise<void>
  /** `to` a list, and to its entry that begins like this. */
  select(name: Named, entry: string): Promise<void>
  key(key: string): Promise<void>
}

const isNamed = (name: string, wanted: Named) => (typeof wanted === 'string' ? name === wanted : wanted.test(name))

interface Focused {
  readonly role: string
  readonly name: string
}

/** What a reader says of where the focus is; nothing when it is nowhere. */
async function focused(page: Page): Promise<Focused | undefined> {
  const anywhere = await page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)
  if (!anywhere) return undefined
  // `- button "Pay 3.00 €" [pressed]:`; a name that YAML would misread stands in quotes as a whole.
  // The innermost, also where it is a part that the browser itself drew, as in a date field.
  const line =
    (
      await page
        .locator(':focus-within:not(:has(:focus-within))')
        .ariaSnapshot({ timeout: 2_000 })
        .catch(() => '')
    ).split('\n')[0] ?? ''
  const plain = line.replace(/^- '(.*)':?$/, (_, quoted: string) => `- ${quoted.replaceAll("''", "'")}`)
  const [, role = '', name = ''] = /^- (\w+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(plain) ?? []
  return { role, name: name === '' ? '' : (JSON.parse(name) as string).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ') }
}

/** An outline or a shadow, on the element or on what frames it. */
const isSeen = (page: Page) =>
  page.evaluate(() => {
    for (let element = document.activeElement; element && element !== document.body; element = element.parentElement) {
      const { outlineStyle, boxShadow } = getComputedStyle(element)
      if (outlineStyle !== 'none' || boxShadow !== 'none') return true
    }
    return false
  })

export function keyboardOf(page: Page): Keyboard {
  const { keyboard } = page
  const to = async (role: Named, name: Named) => {
    const passed: string[] = []
    for (const deadline = Date.now() + REACHED_WITHIN_MS; Date.now() < deadline; ) {
      await keyboard.press('Tab')
      const now = await focused(page)
      if (!now) await page.waitForTimeout(ROUND_MS)
      passed.push(now ? `${now.role} "${now.name}"` : '(nowhere)')
      if (!now || !isNamed(now.role, role) || !isNamed(now.name, name)) continue
      const isThere = async () => {
        const is = await focused(page)
        return is?.role === now.role && is.name === now.name
      }
      // A page that is just being drawn has its style a moment later; one that comes only now takes the focus to its heading.
      const seen = await eventually(async () => {
        const isSeenNow = await isSeen(page)
        if (await isThere()) expect(isSeenNow, `the focus on ${now.role} "${now.name}" is seen`).toBe(true)
        return isSeenNow
      })
      if (seen) return
    }
    expect.unreachable(`${role} ${name} is not reached by Tab; passed last: ${passed.slice(-60).join(' | ')}`)
  }
  return {
    to,
    press: async (role, name) => {
      await to(role, name)
      await keyboard.press('Enter')
    },
    fill: async (name, text) => {
      await to(FIELD, name)
      await keyboard.press('ControlOrMeta+a')
      await (text === '' ? keyboard.press('Delete') : keyboard.type(text))
    },
    toggle: async (name) => {
      await to('checkbox', name)
      await keyboard.press('Space')
    },
    choose: async (name) => {
      await to('radio', /^/)
      const passed: string[] = []
      for (let moves = 0; moves < 10; moves += 1) {
        const now = await focused(page)
        if (now && isNamed(now.name, name)) return
        passed.push(now?.name ?? '')
        await keyboard.press('ArrowDown')
      }
      expect.unreachable(`no arrow leads to ${name}; passed: ${passed.join(' | ')}`)
    },
    select: async (name, entry) => {
      await to('combobox', name)
      await keyboard.type(entry)
    },
    key: (key) => keyboard.press(key),
  }
}
