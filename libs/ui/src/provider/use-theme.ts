import { useSyncExternalStore } from 'react'
import { onThemeChange, readTheme, setTheme, shownTheme, type ThemeChoice } from './theme.ts'

/**
 * `choice` is the user's choice, `shown` the theme in effect. `setTheme` saves the choice in localStorage.
 * @example const { shown, setTheme } = useTheme()
 */
export function useTheme(): { choice: ThemeChoice; shown: 'light' | 'dark'; setTheme: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(onThemeChange, readTheme, () => 'system' as const)
  const shown = useSyncExternalStore(onThemeChange, shownTheme, () => 'light' as const)
  return { choice, shown, setTheme }
}
