import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { Button, IconButton } from '../button/button.tsx'
import type { Locale } from '../format.ts'
import { useUi } from '../provider/ui-provider.tsx'
import { useTheme } from '../provider/use-theme.ts'

const LOCALES: { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'fr', name: 'Français' },
]

/** Delays slow work, so that the pressed state appears first. */
const afterNextPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

/** Calls UiProvider's `onLocaleChange`. Screen readers read each language's native name. */
export function LanguageSwitch() {
  const { locale, words, onLocaleChange } = useUi()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this switch takes effect immediately.
    <div className="rf-language" role="group" aria-label={words.language}>
      {LOCALES.map(({ locale: each, name }) => (
        <button key={each} type="button" aria-pressed={each === locale} onClick={() => afterNextPaint(() => onLocaleChange?.(each))}>
          <span aria-hidden="true">{each.toUpperCase()}</span>
          <span className="rf-hidden" lang={each}>
            {name}
          </span>
        </button>
      ))}
    </div>
  )
}

/** Saves the choice. Shows a moon in the light theme and a sun in the dark theme. */
export function ThemeSwitch({ withLabel = false }: { withLabel?: boolean }) {
  const { words } = useUi()
  const { shown, setTheme } = useTheme()
  const next = shown === 'dark' ? 'light' : 'dark'
  const label = next === 'dark' ? words.themeDark : words.themeLight
  const shape = next === 'dark' ? Moon : Sun
  return withLabel ? (
    <Button look="quiet" icon={shape} onClick={() => setTheme(next)}>
      {label}
    </Button>
  ) : (
    <IconButton icon={shape} label={label} onClick={() => setTheme(next)} />
  )
}
