/** Simulates a person without a mouse, who uses Tab to reach controls and must see where the focus is. */
import { eventually } from '@reelfair/testkit/eventually'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const REACHED_WITHIN_MS = 20_000
/** Pause when the focus leaves the end of the page, before it returns to the beginning. */
const ROUND_MS = 100

/** Roles of text fields; a field with suggestions is a combobox. */
const FIELD = /^(?:textbox|combobox|spinbutton)$/

type Named = string | RegExp

export interface Keyboard {
  /** Presses Tab until this control visibly has the focus. */
  to(role: Named, name: Named): Promise<void>
  press(role: string, name: Named): Promise<void>
  fill(name: Named, text: string): Promise<void>
  toggle(name: Named): Promise<void>
  /** Moves to the next group of radio buttons and selects this button with the arrow keys. */
  choose(name: Named): Promise<void>
  select(name: Named, entry: string): Promise<void>
  key(key: string): Promise<void>
}

const isNamed = (name: string, wanted: Named) => (typeof wanted === 'string' ? name === wanted : wanted.test(name))

interface Focused {
  readonly role: string
  readonly name: string
}

async function focused(page: Page): Promise<Focused | undefined> {
  const anywhere = await page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)
  if (!anywhere) return undefined
  // A line looks like `- button "Pay €3.00" [pressed]:`; a name that YAML would misread is quoted. Matches the
  // innermost focused element, because browsers draw a date field, for example, as several elements.
  const line =
    (
      await page
        .locator(':focus-within:not(:has(:focus-within))')
        .ariaSnapshot({ timeout: 2_000 })
        .catch(() => '')
    ).split('\n')[0] ?? ''
  const plain = line.replace(/^- '((?:[^']|'')*)'(?::.*)?$/, (_, quoted: string) => `- ${quoted.replaceAll("''", "'")}`)
  const [, role = '', quoted = '""'] = /^- (\w+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(plain) ?? []
  // The summary of a disclosure has no role: `- text: Who decides?`.
  const [, text] = /^- text: (.+)$/.exec(plain) ?? []
  const name = text ?? (JSON.parse(quoted) as string)
  return { role, name: name.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ') }
}

/** Checks the focused element and its ancestors for an outline or a shadow. */
const isFocusVisible = (page: Page) =>
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
      const isStillFocused = async () => {
        const is = await focused(page)
        return is?.role === now.role && is.name === now.name
      }
      // Waits because styles may load late, and because a new page moves the focus to its heading.
      const seen = await eventually(async () => {
        const isVisibleNow = await isFocusVisible(page)
        if (await isStillFocused()) expect(isVisibleNow, `the focus on ${now.role} "${now.name}" is visible`).toBe(true)
        return isVisibleNow
      })
      if (seen) return
    }
    expect.unreachable(`Tab does not reach ${role} ${name}; last passed: ${passed.slice(-60).join(' | ')}`)
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
      if (text === '') await keyboard.press('Delete')
      else await keyboard.type(text)
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
      expect.unreachable(`the arrow keys do not reach ${name}; passed: ${passed.join(' | ')}`)
    },
    select: async (name, entry) => {
      await to('combobox', name)
      await keyboard.type(entry)
    },
    key: (key) => keyboard.press(key),
  }
}
