/** Without React, so that pages without React can use it. */

/** `system` follows the device's theme. */
export type ThemeChoice = 'light' | 'dark' | 'system'

const KEY = 'reelfair.theme'
const listeners = new Set<() => void>()
// localStorage can throw, for example when cookies are blocked; the choice then lasts until the page is closed.
let unsaved: ThemeChoice = 'system'

const isChoice = (value: unknown): value is ThemeChoice => value === 'light' || value === 'dark' || value === 'system'

export function readTheme(): ThemeChoice {
  try {
    const saved = localStorage.getItem(KEY)
    return isChoice(saved) ? saved : unsaved
  } catch {
    return unsaved
  }
}

const darkDevice = () => typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches

export const shownTheme = (): 'light' | 'dark' => {
  const choice = readTheme()
  return choice === 'system' ? (darkDevice() ? 'dark' : 'light') : choice
}

/** Call this function before the first render, to avoid a flash of the wrong theme. */
export function applyTheme(): void {
  const choice = readTheme()
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
}

export function setTheme(choice: ThemeChoice): void {
  unsaved = choice
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // `unsaved` keeps the choice until the page is closed.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

export function onThemeChange(listener: () => void): () => void {
  const device = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined
  const fromOtherTab = () => {
    applyTheme()
    listener()
  }
  listeners.add(listener)
  device?.addEventListener('change', listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    device?.removeEventListener('change', listener)
    removeEventListener('storage', fromOtherTab)
  }
}
