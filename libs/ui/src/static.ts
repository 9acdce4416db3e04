/** For the scripts of pages that are rendered at build time. Nothing here imports React. */
export { parseNumber } from './form/parse-number.ts'
export { formatCents, formatCount, formatDateTime, type Locale } from './format.ts'
export { setTheme } from './provider/theme.ts'
export { leaderPath, placeNotes } from './signature/place-notes.ts'
