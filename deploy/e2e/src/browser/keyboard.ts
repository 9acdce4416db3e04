/** Simulates a person without a mouse, who uses Tab to reach controls and must see where the focus is. */
import { eventually } from '@reelfair/testkit/eventually'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const REACHED_WITHIN_MS = 20_000
/** Pause when the focus leaves the end of the page, before it returns to the beginning. */
const ROUND_MS = 100

/** Roles of text fields; a field with suggestions is a combobox. */
const FIELDS: readonly Role[] = ['textbox', 'combobox', 'spinbutton']
const FIELD = new RegExp(`^(?:${FIELDS.join('|')})$`)
/** Time for a second control of the same name to appear, before the focused one is used again. */
const OTHER_WITHIN_MS = 1_000

type Named = string | RegExp
type Role = Parameters<Page['getByRole']>[0]

const atOnce = new WeakSet<Page>()
/** From now on, `keyboardOf` focuses this page's controls directly, which is ten times faster than with Tab. */
export const reachAtOnce = (page: Page): void => void atOnce.add(page)

export interface Keyboard {
  /** Presses Tab until this control visibly has the focus, or focuses it directly after `reachAtOnce`. */
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
  const plain = line.replace(/^- '(.*)':?$/, (_, quoted: string) => `- ${quoted.replaceAll("''", "'")}`)
  const [, role = '', name = ''] = /^- (\w+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(plain) ?? []
  return { role, name: name === '' ? '' : (JSON.parse(name) as string).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ') }
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

/**
 * Focuses the first of these controls after the focused one, in the order of Tab. Controls that the page disables or
 * covers with a dialog cannot take the focus.
 */
async function focusNext(page: Page, roles: readonly Role[], name: Named, mayStay: boolean): Promise<boolean> {
  const options = { name, exact: typeof name === 'string' }
  const controls = roles.map((one) => page.getByRole(one, options)).reduce((all, one) => all.or(one))
  return controls.evaluateAll(async (found, mayStay) => {
    const from = document.activeElement
    const follows = (element: Element) => (from?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING
    const others = found.filter((element) => mayStay || element !== from)
    const inOrder = [...others.filter(follows), ...others.filter((element) => !follows(element))] as HTMLElement[]
    const focused = inOrder.find((element) => {
      element.focus()
      return document.activeElement === element
    })
    // A page that has just appeared moves the focus to its heading.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return focused !== undefined && document.activeElement === focused
  }, mayStay)
}

export function keyboardOf(page: Page): Keyboard {
  const { keyboard } = page
  const toAtOnce = (roles: readonly Role[], name: Named) => {
    const since = Date.now()
    return eventually(
      async () => {
        const isFocused = await focusNext(page, roles, name, Date.now() - since > OTHER_WITHIN_MS)
        expect(isFocused, `${roles.join(' or ')} ${name} has the focus`).toBe(true)
      },
      { within: REACHED_WITHIN_MS },
    )
  }
  const to = (role: Named, name: Named) => {
    // Only Tab finds the chosen button of a group, or a control whose role the test does not name.
    const roles = role === FIELD ? FIELDS : typeof role === 'string' && role !== 'radio' ? [role as Role] : []
    return atOnce.has(page) && roles.length > 0 ? toAtOnce(roles, name) : byTab(role, name)
  }
  const byTab = async (role: Named, name: Named) => {
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
      else await (atOnce.has(page) ? keyboard.insertText(text) : keyboard.type(text))
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
