import { RichProvider, ViewsOverTime } from '@reelfair/ui/rich'
import type { TotalOfDay } from './add-histories.ts'

interface ViewsChartProps {
  readonly label: string
  readonly readings: readonly TotalOfDay[]
  readonly goal?: number | undefined
}

/** The chart's code is a separate chunk, loaded when the first chart is shown. */
export const ViewsChart = ({ label, readings, goal }: ViewsChartProps) => (
  <RichProvider>
    <ViewsOverTime label={label} readings={readings} {...(goal !== undefined && { goal })} />
  </RichProvider>
)
