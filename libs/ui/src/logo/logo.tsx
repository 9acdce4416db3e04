/** The logo shows a vertical video with a banner in its upper half. */
export function Logo() {
  return (
    <span className="rf-logo">
      <svg className="rf-logo-mark" viewBox="0 0 17 30" width="17" height="30" aria-hidden="true" focusable="false">
        <rect x="1" y="1" width="15" height="28" rx="2" fill="none" stroke="currentColor" strokeWidth="2" />
        <rect x="1" y="7" width="15" height="6" fill="currentColor" />
      </svg>
      <span>Reelfair</span>
    </span>
  )
}
