import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { Button, IconButton } from '../button/button.tsx'
import { LOCALE_NAMES, type Locale } from '../format.ts'
import { useUi } from '../provider/ui-provider.tsx'
import { useTheme } from '../provider/use-theme.ts'

const LOCALES: readonly Locale[] = ['en', 'fr']

/** Delays slow work, so that the pressed state appears first. */
const afterNextPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

/** Calls UiProvider's `onLocaleChange`. Screen readers read each language's native name. */
export function LanguageSwitch() {
  const { locale, words, onLocaleChange } = useUi()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this switch takes effect immediately.
    <div className="rf-language" role="group" aria-label={words.language}>
      {LOCALES.map((each) => (
        <button key={each} type="button" aria-pressed={each === locale} onClick={() => afterNextPaint(() => onLocaleChange?.(each))}>
          <span aria-hidden="true">{each.toUpperCase()}</span>
          <span className="rf-hidden" lang={each}>
            {LOCALE_NAMES[each]}
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
