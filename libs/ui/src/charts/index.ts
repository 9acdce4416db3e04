export { NightsChart, type NightsChartProps } from './nights-chart.tsx'
export type { Night, NightNote } from './nights-layout.ts'
export { NotCharged, type NotChargedProps, type RefusedReason } from './not-charged.tsx'
export { type Reading, ViewsOverTime, type ViewsOverTimeProps } from './views-over-time.tsx'
