/**
 * Returns round values from 0 up to at most `highest`. The step is the largest that gives three lines above 0.
 * @example gridlines(33_500) // [0, 10_000, 20_000, 30_000]
 */
export function gridlines(highest: number): number[] {
  if (!(highest > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(highest))
  // View counts are integers, so steps must be integers.
  const steps = [2.5, 2, 1, 0.5, 0.25, 0.2].map((part) => part * power).filter(Number.isInteger)
  const step = steps.find((one) => highest / one >= 3) ?? 1
  const lines: number[] = []
  for (let line = 0; line <= highest; line += step) lines.push(line)
  return lines
}

/** Only axes abbreviate figures. @source look.md §5 */
export function abbreviate(value: number): { figure: number; unit: '' | 'k' | 'M' } {
  if (value >= 1_000_000) return { figure: value / 1_000_000, unit: 'M' }
  if (value >= 1_000) return { figure: value / 1_000, unit: 'k' }
  return { figure: value, unit: '' }
}
