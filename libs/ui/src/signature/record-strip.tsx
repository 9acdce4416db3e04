interface RecordStripProps {
  /** The tier that each partnership paid, in percent, oldest first. */
  readonly tiers: readonly number[]
  /** Accessible name, for example the tiers in words. */
  readonly label: string
}

/**
 * One small 9:16 frame for each partnership, filled from below to the tier that was paid; a dashed one if there are
 * none. The counts must be printed beside it.
 * @example <RecordStrip tiers={[100, 50, 100]} label="Paid at: 100%, 50%, 100%" />
 */
export function RecordStrip({ tiers, label }: RecordStripProps) {
  if (tiers.length === 0) {
    return (
      <span className="rf-record" aria-hidden="true">
        <i className="rf-record-frame" data-tier="none" />
      </span>
    )
  }
  return (
    <span className="rf-record" role="img" aria-label={label}>
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the partnerships have no key but their order
        <TierFrame key={at} tier={tier} />
      ))}
    </span>
  )
}

/** One frame of the strip, for its key. */
export const TierFrame = ({ tier }: { tier: number }) => (
  <i className="rf-record-frame" data-tier={tier} style={{ ['--tier' as string]: `${tier}%` }} />
)
