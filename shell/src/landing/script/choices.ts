import { setTheme } from '@reelfair/ui/static'

const KEY = 'reelfair.locale'
const A_YEAR_S = 31_536_000

/**
 * Sign-up continues in the language of this page, unless this browser stores a choice, which also restores a lost
 * cookie. Only a click on a language is stored as the reader's choice, because the shell saves a choice with the
 * account at the next sign-in. Same storage and cookie as in web-kit.
 * @source decisions §7
 */
export function rememberLanguage(): void {
  const locale = storedChoice() ?? document.documentElement.lang
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 and Safari before 18.4 lack the Cookie Store API.
  document.cookie = `__Host-locale=${locale}; Path=/; Secure; SameSite=Lax; Max-Age=${A_YEAR_S}`
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.landing-language a'))
    link.addEventListener('click', () => storeChoice(link.lang))
}

function storedChoice(): string | undefined {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'en' || value === 'fr' ? value : undefined
  } catch {
    return undefined
  }
}

function storeChoice(locale: string): void {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Storage is blocked; the link's address still sets the cookie.
  }
}

export function switchTheme(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-theme-choice]'))
    button.addEventListener('click', () => {
      setTheme(button.dataset.themeChoice === 'dark' ? 'dark' : 'light')
      // The style sheet hides the pressed button, so focus moves to the other one.
      const other = button.parentElement?.querySelector<HTMLButtonElement>(
        `[data-theme-choice]:not([data-theme-choice="${button.dataset.themeChoice}"])`,
      )
      other?.focus()
    })
}
