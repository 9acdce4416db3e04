/**
 * Banner requirements, copied from contracts because importing them would add zod to the bundle. A test compares them.
 */
export const LOGO = { width: 1072, height: 250, maxBytes: 40 * 1024 * 1024, minSeconds: 15 } as const
export const ACCEPT = 'image/png,image/jpeg,video/webm,.png,.jpg,.jpeg,.webm'

/** Area of a vertical video in pixels. @source specification §5: 1080 × 1920 */
const VIDEO_AREA = 1080 * 1920
/** Share of the video frame that a full-width banner covers. */
export const LOGO_SHARE = (LOGO.width * LOGO.height) / VIDEO_AREA

const BY_ENDING: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webm: 'video/webm' }

/** Some systems do not report a type for WEBM files, so the file extension is the fallback. */
export const typeOf = ({ type, name }: { readonly type: string; readonly name: string }): string =>
  type !== '' ? type : (BY_ENDING[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream')

/** Relative luminance of a colour, 0 to 1. @source WCAG 2.2 */
function luminance(red: number, green: number, blue: number): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Tones that cover a smaller share of the pixels are edges or specks. */
const MIN_TONE = 0.01
/** Grey level (0 to 255) assumed behind transparent pixels, as for a video of medium brightness. */
const BEHIND = 128

/**
 * Contrast between lettering and background, computed from the most common tone and the tone that differs most from it.
 * @param pixels RGBA values, as a canvas returns them
 * @returns 1 (one tone only) to 21 (black on white)
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
    .filter(({ count }) => count >= total * MIN_TONE)
    .map(({ count, light }) => ({ count, light: light / count }))
    .sort((a, b) => b.count - a.count)
  const [ground] = counted
  if (!ground) return 1
  return Math.max(...counted.map(({ light }) => (Math.max(light, ground.light) + 0.05) / (Math.min(light, ground.light) + 0.05)))
}
