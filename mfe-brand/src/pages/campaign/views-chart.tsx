import { RichProvider, ViewsOverTime } from '@reelfair/ui/rich'
import type { TotalOfDay } from './add-histories.ts'

interface ViewsChartProps {
  readonly label: string
  readonly readings: readonly TotalOfDay[]
  readonly goal?: number | undefined
}

/** Views as they add up; its code is fetched when one is first shown. */
export const ViewsChart = ({ label, readings, goal }: ViewsChartProps) => (
  <RichProvider>
    <ViewsOverTime label={label} readings={readings} {...(goal !== undefined && { goal })} />
  </RichProvider>
)
