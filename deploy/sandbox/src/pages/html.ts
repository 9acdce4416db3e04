/** HTML that must not be escaped again. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const piece = (value: Piece): string => {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(piece).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

/** Template tag that escapes every value except `Html`. */
export const html = (texts: TemplateStringsArray, ...values: Piece[]): Html =>
  new Html(texts.reduce((whole, text, index) => whole + text + (index < values.length ? piece(values[index]) : ''), ''))
