import { useLiveState } from '@reelfair/web-kit'
import { useText } from '../messages/index.ts'

/** A filled dot means that figures update live. The dot always has a label. */
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
