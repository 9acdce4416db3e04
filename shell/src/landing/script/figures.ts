import { type FigureKey, type Figures, figureText } from '../figures.ts'

/**
 * Shows the current settings if they differ from those of the build. In that case, the gateway marks the page and the
 * style sheet hides its figures. They stay hidden until the settings arrive, so that a wrong price is never shown.
 */
export async function refreshFigures(): Promise<void> {
  const { documentElement: root } = document
  if (root.dataset.stale === undefined) return
  // Not from the browser's cache, which may contain the settings that the page already shows.
  const answer = await fetch('/api/identity/public-settings', { cache: 'no-cache' })
  if (!answer.ok) return
  const figures = (await answer.json()) as Figures
  const locale = root.lang === 'fr' ? 'fr' : 'en'
  for (const element of document.querySelectorAll<HTMLDataElement>('data[value]'))
    element.textContent = figureText(element.value as FigureKey, figures, locale)
  const receipt = document.querySelector<HTMLElement>('.landing-receipt')
  if (receipt) receipt.dataset.rate = String(figures.rateCard.campaignCentsPer1000)
  delete root.dataset.stale
}
