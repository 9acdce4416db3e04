import { RichProvider, ViewsOverTime } from '@reelfair/ui/rich'
import type { TotalOfDay } from './add-histories.ts'

interface ViewsChartProps {
  readonly label: string
  readonly readings: readonly TotalOfDay[]
  readonly goal?: number | undefined
}

/** A separate chunk, loaded with the first chart. */
export const ViewsChart = ({ label, readings, goal }: ViewsChartProps) => (
  <RichProvider>
    <ViewsOverTime label={label} readings={readings} {...(goal !== undefined && { goal })} />
  </RichProvider>
)
