import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Runs axe on the page. The debugger injects the script, so the content security policy needs no exception.
 * @returns a sentence for each faulty element
 */
export async function faultsOfAxe(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${help}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ')}`),
  )
}

interface Text {
  readonly text: string
  readonly of: string
}

/** Includes text that only screen readers announce. */
const textsOf = (page: Page): Promise<Text[]> =>
  page.evaluate(() => {
    const texts: Text[] = []
    const add = (text: string | null, element: Element) => {
      if (text?.trim()) texts.push({ text: text.trim(), of: `${element.tagName.toLowerCase()}.${element.className}` })
    }
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('script, style, noscript, [lang]:not(html), [translate=no]')) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent, element)
      for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
        add(element.getAttribute(attribute), element)
    }
    add(document.title, document.documentElement)
    return texts
  })

/** Matches a message key shown instead of its text. */
const KEY = /^[a-z]+\d*(?:-[a-z0-9]+)+$/

/** Finds card fields, which only Stripe's page may contain. */
const cardFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const asks = /\bcc-|card.?(?:number|no\b|holder)|num[eé]ro.{0,9}carte|\bcvc\b|\bcvv\b|security.?code|cryptogramme|\bexpir|\biban\b/i
    return [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .map((field) =>
        [
          field.autocomplete,
          field.name,
          field.id,
          field.placeholder,
          field.getAttribute('aria-label') ?? '',
          ...[...(field.labels ?? [])].map(({ textContent }) => textContent ?? ''),
        ].join(' '),
      )
      .filter((label) => asks.test(label))
  })

/**
 * Checks scroll width, headings, title, language, placeholders, message keys and card fields.
 * @returns a sentence for each fault
 */
export async function faultsOfPage(page: Page, locale: 'en' | 'fr'): Promise<string[]> {
  const faults: string[] = []
  const { language, title, headings, wide, width } = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const beyond = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > width + 1)
    return {
      language: document.documentElement.lang,
      title: document.title,
      headings: document.querySelectorAll('h1').length,
      width,
      wide:
        document.documentElement.scrollWidth > width
          ? {
              by: document.documentElement.scrollWidth - width,
              first: beyond.slice(0, 3).map(({ tagName, className }) => `${tagName}.${className}`),
            }
          : undefined,
    }
  })
  if (language !== locale) faults.push(`the page declares the language "${language}"`)
  if (!title) faults.push('the page has no title')
  if (headings !== 1) faults.push(`the page has ${headings} h1`)
  if (wide) faults.push(`the page is ${wide.by} px wider than ${width}: ${wide.first.join(', ')}`)
  for (const field of await cardFields(page)) faults.push(`the field "${field.trim()}" asks for a card`)
  for (const { text, of } of await textsOf(page)) {
    if (KEY.test(text)) faults.push(`the key "${text}" is shown in ${of}`)
    if (/\{\{|\}\}|\bundefined\b|\bNaN\b|\[object/.test(text)) faults.push(`"${text}" is shown in ${of}`)
  }
  return faults
}

/** Both kinds of faults. */
export const faultsIn = async (page: Page, locale: 'en' | 'fr'): Promise<string[]> => [
  ...(await faultsOfPage(page, locale)),
  ...(await faultsOfAxe(page)),
]

/** Collects text of at least two words, which must differ between the two languages. */
export const phrasesOf = async (page: Page): Promise<Set<string>> =>
  new Set((await textsOf(page)).map(({ text }) => text).filter((text) => /\p{L}{3,}\s+(?:\p{L}+\s+)*\p{L}{3,}/u.test(text)))
