import { ButtonLink, Icon, LOCALE_NAMES, Logo, TextLink, useWords } from '@reelfair/ui'
import MenuShape from 'lucide-react/icons/menu'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { homePath } from '../components/home-path.ts'
import { useText } from './text.tsx'

const MENU = 'menu'

/**
 * Looks like the masthead of `@reelfair/ui`, but works without scripts: the menu is a popover, and the languages are
 * links.
 */
export function LandingMasthead() {
  const { locale, side } = useText()
  const words = useWords()
  return (
    <header className="rf-masthead">
      <a className="rf-skip" href="#content">
        {words.skip}
      </a>
      <div className="rf-masthead-row">
        <a href={homePath(locale, side)} className="rf-masthead-home">
          <Logo />
        </a>
        <Sections className="rf-masthead-nav" label={words.mainNavigation} />
        <div className="rf-masthead-tools">
          <Languages />
          <span className="rf-masthead-wide">
            <Themes />
          </span>
        </div>
        <div className="rf-masthead-account">
          <Account />
        </div>
        <button type="button" className="rf-icon-button rf-masthead-burger" aria-label={words.menu} popoverTarget={MENU}>
          <Icon of={MenuShape} />
        </button>
      </div>
      <div id={MENU} popover="auto" className="rf-masthead-panel landing-menu">
        <Sections label={words.menu} />
        <div className="rf-masthead-foot">
          <Account />
          <Themes />
        </div>
      </div>
    </header>
  )
}

function Sections({ label, className }: { label: string; className?: string }) {
  const { t, side } = useText()
  const money = side === 'brand' ? (['prices', 'nav-prices'] as const) : (['pay', 'nav-pay'] as const)
  const sections = [['how', 'nav-how'], money, ['receipt', 'nav-receipt'], ['questions', 'nav-questions']] as const
  return (
    <nav className={className} aria-label={label}>
      <ul>
        {sections.map(([id, key]) => (
          <li key={id}>
            <a href={`#${id}`}>{t(key)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The gateway stores the `lang` parameter in the cookie. Otherwise, it would redirect French visitors to /fr. */
function Languages() {
  const { locale, side } = useText()
  const words = useWords()
  return (
    <nav className="rf-language landing-language" aria-label={words.language}>
      {(['en', 'fr'] as const).map((each) => (
        <a
          key={each}
          href={`${homePath(each, side)}&lang=${each}`}
          hrefLang={each}
          lang={each}
          aria-current={each === locale ? 'true' : undefined}
        >
          <span aria-hidden="true">{each.toUpperCase()}</span>
          <span className="rf-hidden">{LOCALE_NAMES[each]}</span>
        </a>
      ))}
    </nav>
  )
}

/** The style sheet shows one of the two buttons, and none without scripts. */
function Themes() {
  const words = useWords()
  return (
    <>
      <button type="button" className="rf-icon-button landing-theme" data-theme-choice="dark" aria-label={words.themeDark}>
        <Icon of={Moon} />
      </button>
      <button type="button" className="rf-icon-button landing-theme" data-theme-choice="light" aria-label={words.themeLight}>
        <Icon of={Sun} />
      </button>
    </>
  )
}

function Account() {
  const { t, side } = useText()
  return (
    <>
      <TextLink href={`/contact?topic=${side}`} className="landing-contact">
        {t('contact')}
      </TextLink>
      <TextLink href={`/login?role=${side}`}>{t('sign-in')}</TextLink>
      <ButtonLink href={`/signup?role=${side}`} size="small">
        {t('sign-up')}
      </ButtonLink>
    </>
  )
}
