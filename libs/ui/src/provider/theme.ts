import { useSyncExternalStore } from 'react'

/** The reader's choice; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system'

const KEY = 'reelfair.theme'
const listeners = new Set<() => void>()
// Private windows and blocked cookies make localStorage throw; the choice then lasts as long as the page.
let unsaved: ThemeChoice = 'system'

const isChoice = (value: unknown): value is ThemeChoice => value === 'light' || value === 'dark' || value === 'system'

function read(): ThemeChoice {
  try {
    const saved = localStorage.getItem(KEY)
    return isChoice(saved) ? saved : unsaved
  } catch {
    return unsaved
  }
}

const darkDevice = () => typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches

const resolved = () => {
  const choice = read()
  return choice === 'system' ? (darkDevice() ? 'dark' : 'light') : choice
}

/** Puts the saved choice on the document. Call it before the first render, so that no page flashes in the other theme. */
export function applyTheme(): void {
  const choice = read()
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
}

/** Saves the choice and shows it at once. */
export function setTheme(choice: ThemeChoice): void {
  unsaved = choice
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Nothing to save to; `unsaved` keeps the choice for this page.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
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

/**
 * The theme: what the reader chose, what is shown, and how to change it. The choice stays in localStorage.
 * @example const { shown, setTheme } = useTheme()
 */
export function useTheme(): { choice: ThemeChoice; shown: 'light' | 'dark'; setTheme: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, read, () => 'system' as const)
  const shown = useSyncExternalStore(subscribe, resolved, () => 'light' as const)
  return { choice, shown, setTheme }
}
