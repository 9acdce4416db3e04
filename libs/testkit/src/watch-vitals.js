// Runs in the browser before a page's own scripts (see slow-phone.ts). Stores the page's metrics in `window.vitals`.
const vitals = { firstPaintMs: 0, largestPaintMs: 0, largest: '', layoutShift: 0, shifts: [], slowestInteractionMs: 0 }
window.vitals = vitals

const nameOf = (node) =>
  node instanceof Element
    ? `${node.tagName.toLowerCase()}.${node.className} "${node.textContent.trim().slice(0, 40)}"`
    : `${node?.nodeName}`
const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
const observe = (type, each, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })

observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') vitals.firstPaintMs = startTime
})
observe('largest-contentful-paint', ({ startTime, element }) => {
  vitals.largestPaintMs = startTime
  vitals.largest = nameOf(element)
})
observe('layout-shift', ({ startTime, value, hadRecentInput, sources }) => {
  if (hadRecentInput) return
  vitals.layoutShift += value
  const moved = sources.map(({ node, previousRect, currentRect }) => `${nameOf(node)} [${at(previousRect)} → ${at(currentRect)}]`)
  vitals.shifts.push(`${Math.round(startTime)} ms: ${value.toFixed(3)} ${moved.join(', ')}`)
})
observe(
  'event',
  ({ duration, interactionId }) => {
    if (interactionId) vitals.slowestInteractionMs = Math.max(vitals.slowestInteractionMs, duration)
  },
  { durationThreshold: 16 },
)
