/** Pixels reserved for the chart, so that the page does not jump when the chart appears. */
export const CHART_HEIGHT = 340
