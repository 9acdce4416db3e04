/** About what the chart takes, so that nothing below jumps when it comes; px. */
export const CHART_HEIGHT = 340
