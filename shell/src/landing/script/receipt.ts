import { earnedCents } from '@reelfair/rules'
import { formatCents, formatCount, formatDateTime, type Locale, parseNumber } from '@reelfair/ui/static'

/** This limit is above the view count of any real video. */
const MAX_VIEWS = 1_000_000_000
const STEP = 1_000

/** Parts of the receipt, and its figures from the build. */
interface Parts {
  readonly receipt: HTMLElement
  readonly slip: HTMLElement
  readonly field: HTMLInputElement
  readonly answer: HTMLElement
  readonly locale: Locale
}

const figure = ({ receipt }: Parts, name: 'rate' | 'views' | 'seen' | 'qualified') => Number(receipt.dataset[name])

function findParts(): Parts | undefined {
  const receipt = document.querySelector<HTMLElement>('.landing-receipt')
  const [slip, field, answer] = ['.rf-slip', 'input', '.rf-slip-answer'].map((selector) => receipt?.querySelector<HTMLElement>(selector))
  const locale = document.documentElement.lang === 'fr' ? 'fr' : 'en'
  return receipt && slip && field instanceof HTMLInputElement && answer ? { receipt, slip, field, answer, locale } : undefined
}

/** Lets visitors change one figure of the example and recompute its total. */
export function enableReceipt(): void {
  const parts = findParts()
  if (!parts) return
  const { field, slip, locale } = parts
  field.addEventListener('input', () => show(parts))
  field.addEventListener('blur', () => {
    const views = parseNumber(field.value, locale)
    if (isCount(views)) field.value = formatCount(views, locale)
  })
  field.addEventListener('keydown', (event) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!direction) return
    event.preventDefault()
    const views = viewsOf(parts) + direction * STEP
    field.value = formatCount(Math.min(MAX_VIEWS, Math.max(0, views)), locale)
    show(parts)
  })
  slip.querySelector('[data-line="recompute"] button')?.addEventListener('click', () => recompute(parts))
}

const isCount = (views: number | undefined): views is number =>
  views !== undefined && Number.isInteger(views) && views >= 0 && views <= MAX_VIEWS

/** Invalid text counts as zero. */
function viewsOf({ field, locale }: Parts): number {
  const views = parseNumber(field.value, locale)
  return isCount(views) ? views : 0
}

/** @returns a copy of one of the page's templates, with its placeholders filled in */
function copyOf({ receipt }: Parts, name: 'same' | 'differs' | 'error', values: Readonly<Record<string, string>> = {}): DocumentFragment {
  const template = receipt.querySelector<HTMLTemplateElement>(`template[data-answer=${name}]`)
  const copy = document.importNode(template?.content ?? new DocumentFragment(), true)
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    node.textContent = (node.textContent ?? '').replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
  }
  return copy
}

function show(parts: Parts): void {
  const { field, slip, answer, locale } = parts
  const more = viewsOf(parts) - figure(parts, 'views')
  const values = { brakes: viewsOf(parts), seen: figure(parts, 'seen') + more, qualified: figure(parts, 'qualified') + more }
  for (const [line, views] of Object.entries(values)) {
    const cell = slip.querySelector(`[data-line="${line}"] .rf-slip-value`)
    if (cell) cell.textContent = formatCount(views, locale)
  }
  answer.replaceChildren()
  mark(slip, 'fresh')
  showError(parts, !isCount(parseNumber(field.value, locale)))
}

function showError(parts: Parts, isWrong: boolean): void {
  const { field, receipt } = parts
  const around = field.closest('.rf-field')
  around?.querySelector('.rf-error-line')?.remove()
  around?.toggleAttribute('data-invalid', isWrong)
  const hintId = field.id.concat('-hint')
  if (!isWrong) {
    field.removeAttribute('aria-invalid')
    field.setAttribute('aria-describedby', hintId)
    return
  }
  field.setAttribute('aria-invalid', 'true')
  field.closest('.rf-input')?.after(copyOf(parts, 'error'))
  const line = receipt.querySelector('.rf-error-line')
  if (line) line.id = `${field.id}-error`
  field.setAttribute('aria-describedby', `${field.id}-error ${hintId}`)
}

function mark(slip: HTMLElement, state: 'fresh' | 'same' | 'differs'): void {
  slip.classList.remove('rf-slip-is-fresh', 'rf-slip-is-same', 'rf-slip-is-differs')
  slip.classList.add(`rf-slip-is-${state}`)
}

/** Uses the product's own rule. @source libs/rules, earnedCents */
function recompute(parts: Parts): void {
  const { slip, answer, locale } = parts
  const views = figure(parts, 'qualified') - figure(parts, 'views') + viewsOf(parts)
  const [total, cents] = [figure(parts, 'qualified'), views].map((one) => earnedCents(Math.max(0, one), figure(parts, 'rate'))) as [
    number,
    number,
  ]
  const state = cents === total ? 'same' : 'differs'
  mark(slip, state)
  slip.querySelector('[data-line="recompute"]')?.setAttribute('data-asked', '')
  const values = { at: formatDateTime(new Date(), locale), total: formatCents(total, locale), again: formatCents(cents, locale) }
  answer.replaceChildren(copyOf(parts, state, values))
}
