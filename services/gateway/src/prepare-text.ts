/** Fills in and compresses a built text only once, so that it can be served like a static file. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { escapeAttribute } from './escape-attribute.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export interface PreparedText {
  readonly bytes: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>>
  /** Depends only on the text. */
  readonly tag: string
  /** Sources for a content security policy: the page's own inline scripts and styles, and no others. */
  readonly hashes: { readonly scripts: readonly string[]; readonly styles: readonly string[] }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
const hashesOf = (html: string, element: RegExp) => [...html.matchAll(element)].map(([, content = '']) => `'sha256-${sha256(content)}'`)

/**
 * @param values replace the placeholders, such as `{{origin}}`
 * @returns a function that prepares a text again only if it has changed
 */
export function createPreparedTexts(values: Readonly<Record<string, string>>) {
  const kept = new Map<string, { readonly text: string; readonly prepared: Promise<PreparedText> }>()
  return (path: string, text: string): Promise<PreparedText> => {
    const known = kept.get(path)
    if (known?.text === text) return known.prepared
    const prepared = prepare(text, values)
    kept.set(path, { text, prepared })
    return prepared
  }
}

async function prepare(text: string, values: Readonly<Record<string, string>>): Promise<PreparedText> {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => escapeAttribute(values[name] ?? placeholder))
  const bytes = Buffer.from(filled)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level: 9 })])
  return {
    bytes: { identity: bytes, br, gzip: gz },
    tag: sha256(filled).slice(0, 22).replaceAll(/[+/]/g, '-'),
    hashes: { scripts: hashesOf(filled, /<script>(.*?)<\/script>/gs), styles: hashesOf(filled, /<style>(.*?)<\/style>/gs) },
  }
}
