import { useLiveState } from '@reelfair/web-kit'
import { useText } from '../messages/index.ts'

/** Whether figures change by themselves: a full or an empty mark, always with its word. */
export function LiveMark() {
  const { t } = useText()
  const live = useLiveState() === 'live'
  return (
    <span className="shell-live" data-live={live || undefined} title={t(live ? 'live-explained' : 'paused-explained')} role="status">
      <i aria-hidden="true" />
      {t(live ? 'live' : 'paused')}
    </span>
  )
}
