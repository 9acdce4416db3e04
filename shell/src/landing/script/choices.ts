import { setTheme } from '@reelfair/ui/static'

const A_YEAR_S = 31_536_000

/** Sign-up continues in the language of this page. Same storage and cookie as in web-kit. @source decisions §7 */
export function rememberLanguage(): void {
  const { lang } = document.documentElement
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 and Safari before 18.4 lack the Cookie Store API.
  document.cookie = `__Host-locale=${lang}; Path=/; Secure; SameSite=Lax; Max-Age=${A_YEAR_S}`
  try {
    localStorage.setItem('reelfair.locale', lang)
  } catch {
    // Storage is blocked; the cookie still stores the language.
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
