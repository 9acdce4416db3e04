/** An inline SVG saves a request. */
export function FridgeScene() {
  return (
    <svg viewBox="0 0 270 480" preserveAspectRatio="xMidYMid slice" width="100%" height="100%" aria-hidden="true">
      <rect width="270" height="480" fill="#1d3a33" />
      <rect x="38" y="140" width="194" height="340" rx="6" fill="#f3efe6" />
      <rect x="50" y="154" width="170" height="326" fill="#dfe8e4" />
      <g fill="#c4d2cc">
        <rect x="50" y="244" width="170" height="5" />
        <rect x="50" y="326" width="170" height="5" />
        <rect x="50" y="408" width="170" height="5" />
      </g>
      <rect x="62" y="190" width="30" height="54" rx="4" fill="#c2603c" />
      <rect x="68" y="178" width="18" height="14" fill="#8f4429" />
      <rect x="104" y="200" width="44" height="44" fill="#e3c06b" />
      <circle cx="176" cy="222" r="22" fill="#a8402c" />
      <circle cx="206" cy="226" r="17" fill="#c9573e" />
      <g fill="#fffdf7">
        <path d="M70 276h34l4 50H66z" />
        <path d="M122 276h34l4 50h-42z" />
      </g>
      <g fill="#b04a30">
        <rect x="70" y="268" width="34" height="9" />
        <rect x="122" y="268" width="34" height="9" />
        <rect x="76" y="294" width="22" height="14" />
        <rect x="128" y="294" width="22" height="14" />
      </g>
      <path d="M64 408c0-34 18-48 36-48s34 14 34 48z" fill="#3c6b3e" />
      <path d="M100 362l10-14 8 10z" fill="#2c5230" />
      <rect x="150" y="372" width="58" height="36" fill="#c9ad84" />
      <g fill="#e0973d">
        <circle cx="86" cy="450" r="24" />
        <circle cx="134" cy="454" r="22" />
        <circle cx="182" cy="450" r="25" />
      </g>
      <rect y="62" width="270" height="66" fill="#f4dcc2" />
      <path d="M30 82c10-6 26-6 34 0v30c-8 6-26 6-34 0z" fill="#b04a30" />
      <text x="82" y="107" className="landing-brand" fontSize="34" fill="#b04a30">
        Kéfiro
      </text>
    </svg>
  )
}
