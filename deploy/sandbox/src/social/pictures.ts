/** Generates pictures from ids. The same id always produces the same picture. */
import { type Html, html } from '../pages/layout.ts'
import type { SocialAccount, SocialVideo } from './state.ts'

const PALETTES = [
  ['#1f3b4d', '#c96f4a', '#f0d9b5'],
  ['#2e4034', '#d9a441', '#f4ead5'],
  ['#43304f', '#c75d6f', '#f1d4c4'],
  ['#23425c', '#7fb0a5', '#f3e6cf'],
  ['#5a2f2a', '#d98b5f', '#f2dcc0'],
  ['#30363f', '#8fa3b8', '#eee7da'],
] as const

function numbersOf(text: string): number[] {
  let state = 7
  return Array.from({ length: 12 }, (_, index) => {
    for (const sign of `${text}${index}`) state = (Math.imul(state, 31) + (sign.codePointAt(0) ?? 0)) >>> 0
    return state / 4_294_967_296
  })
}

const paletteOf = (chance: number) => PALETTES[Math.floor(chance * PALETTES.length)] ?? PALETTES[0]

export function thumbnail(video: SocialVideo): Html {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbersOf(video.id)
  const [dark, warm, light] = paletteOf(a)
  const { width, height, logo } = video
  const hill = (top: number, bend: number) =>
    `M0 ${height * top} Q${width * bend} ${height * (top - 0.16)} ${width * 0.6} ${height * (top + 0.02)} T${width} ${height * (top - 0.04)} V${height} H0Z`
  const box = typeof logo === 'object' && logo.present ? logo.box : undefined
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="100%" height="100%" preserveAspectRatio="xMidYMid slice" role="img" aria-label="A still of the video">
<rect width="${width}" height="${height}" fill="${light}"/>
<circle cx="${width * (0.2 + 0.6 * b)}" cy="${height * (0.36 + 0.12 * c)}" r="${Math.min(width, height) * (0.12 + 0.08 * d)}" fill="${warm}"/>
<path d="${hill(0.62, 0.2 + 0.2 * e)}" fill="${warm}" opacity=".55"/><path d="${hill(0.74, 0.3 + 0.2 * f)}" fill="${dark}" opacity=".8"/><path d="${hill(0.87, 0.25 + 0.3 * b)}" fill="${dark}"/>
${box && html`<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="${box.height * 0.12}" fill="${dark}"/><circle cx="${box.x + box.height * 0.6}" cy="${box.y + box.height / 2}" r="${box.height * 0.28}" fill="${warm}"/><rect x="${box.x + box.height * 1.1}" y="${box.y + box.height * 0.36}" width="${Math.max(0, box.width - box.height * 1.7)}" height="${box.height * 0.28}" rx="${box.height * 0.14}" fill="${light}"/>`}
<circle cx="${width / 2}" cy="${height * 0.52}" r="${Math.min(width, height) * 0.075}" fill="#fff" opacity=".82"/><path d="M${width / 2 - Math.min(width, height) * 0.022} ${height * 0.52 - Math.min(width, height) * 0.035} v${Math.min(width, height) * 0.07} l${Math.min(width, height) * 0.06} ${Math.min(width, height) * -0.035}Z" fill="${dark}"/></svg>`
}

export function avatar({ id, username }: Pick<SocialAccount, 'id' | 'username'>): Html {
  const [a = 0, b = 0, c = 0] = numbersOf(id)
  const [dark, warm, light] = paletteOf(a)
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="100%" height="100%" role="img" aria-label="${username}"><rect width="96" height="96" fill="${warm}" opacity=".6"/><circle cx="48" cy="104" r="42" fill="${dark}"/><circle cx="48" cy="42" r="20" fill="${light}"/><path d="M26 ${30 + 8 * b} Q48 ${2 + 16 * c} 70 ${30 + 8 * b} Q66 24 48 24 T26 ${30 + 8 * b}Z" fill="${dark}"/></svg>`
}
