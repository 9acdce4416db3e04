/** What a logo has to be. The contract says the same and a test compares the two; its module would bring zod into the browser. */
export const LOGO = { width: 1072, height: 250, maxBytes: 40 * 1024 * 1024, minSeconds: 15 } as const
export const ACCEPT = 'image/png,image/jpeg,video/webm,.png,.jpg,.jpeg,.webm'

/** A vertical video as phones show it, in pixels. @source specification §5: 1080 × 1920 */
const VIDEO_AREA = 1080 * 1920
/** @source specification §5 */
export const LEAST_SHARE = 0.06
/** Of the picture, when the logo fills its width. */
export const LOGO_SHARE = (LOGO.width * LOGO.height) / VIDEO_AREA

const BY_ENDING: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webm: 'video/webm' }

/** What a file is said to be; some systems do not know WEBM, then its name says it. The service judges the content. */
export const typeOf = ({ type, name }: { readonly type: string; readonly name: string }): string =>
  type !== '' ? type : (BY_ENDING[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream')

/** Light as a screen gives it, 0 to 1. @source WCAG 2.2, relative luminance */
function luminance(red: number, green: number, blue: number): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** A tone that fills less is an edge or a speck. */
const LEAST_TONE = 0.01
/** Under what a picture is drawn on where it lets something through: a video of middling light. */
const BEHIND = 128

/**
 * How far the lettering stands out from its ground: between the commonest tone and the tone that differs most from it.
 * @param pixels RGBA, as a canvas gives them
 * @returns 1 (nothing can be told apart) to 21 (black on white)
 */
export function contrastOf(pixels: Uint8ClampedArray): number {
  const tones = new Map<number, { count: number; light: number }>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const opaque = (pixels[at + 3] ?? 255) / 255
    const [red, green, blue] = [0, 1, 2].map((one) => (pixels[at + one] ?? 0) * opaque + BEHIND * (1 - opaque)) as [number, number, number]
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const tone = tones.get(key) ?? { count: 0, light: 0 }
    tones.set(key, { count: tone.count + 1, light: tone.light + luminance(red, green, blue) })
  }
  const total = pixels.length / 4
  const counted = [...tones.values()]
    .filter(({ count }) => count >= total * LEAST_TONE)
    .map(({ count, light }) => ({ count, light: light / count }))
    .sort((a, b) => b.count - a.count)
  const [ground] = counted
  if (!ground) return 1
  return Math.max(...counted.map(({ light }) => (Math.max(light, ground.light) + 0.05) / (Math.min(light, ground.light) + 0.05)))
}
