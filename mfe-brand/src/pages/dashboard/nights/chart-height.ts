/** Approximate height of the chart in pixels. Reserved in advance, so that the page does not jump. */
export const CHART_HEIGHT = 340
