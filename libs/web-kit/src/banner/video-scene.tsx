/** A drawing instead of a photo, because it loads fast and does not show a real person. */
export function VideoScene() {
  return (
    <svg viewBox="0 0 270 480" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="270" height="480" fill="#1f3a35" />
      <path d="M38 140h196V480H38z" fill="#f1ebdf" />
      <path d="M234 140l36-24V480h-36z" fill="#e7dfcf" />
      <rect x="240" y="176" width="4" height="80" fill="#1f3a35" />
      <rect x="48" y="150" width="176" height="330" fill="#dbe5df" />
      <g fill="#fbf8f1">
        <rect x="48" y="234" width="176" height="6" />
        <rect x="48" y="316" width="176" height="6" />
        <rect x="48" y="400" width="176" height="6" />
      </g>
      <path d="M66 190h28v44H66zM72 178h16v14H72z" fill="#c66a42" />
      <rect x="106" y="186" width="34" height="48" fill="#e5bd69" />
      <circle cx="174" cy="216" r="18" fill="#b3412c" />
      <circle cx="204" cy="220" r="14" fill="#cb5a3c" />
      <path d="M70 262h24l4 54H66zM114 262h24l4 54h-32z" fill="#fffdf7" />
      <path d="M67 284h30v16H67zM111 284h30v16h-30z" fill="#b5502c" />
      <rect x="158" y="284" width="54" height="32" fill="#7ea08a" />
      <path d="M64 400c0-32 16-46 34-46s34 14 34 46z" fill="#5d8a54" />
      <path d="M98 356c0-16 6-26 16-30" stroke="#3c6b3e" strokeWidth="5" fill="none" />
      <rect x="150" y="364" width="60" height="36" fill="#d9ba90" />
      <g fill="#b5502c">
        <circle cx="86" cy="446" r="24" />
        <circle cx="136" cy="450" r="26" />
        <circle cx="186" cy="446" r="24" />
      </g>
    </svg>
  )
}
