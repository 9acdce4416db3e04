import { renderSVG } from 'uqr'

/** Black on white in dark mode too, because cameras need it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img className="shell-factor-qr" src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`} alt={label} width={200} height={200} />
)
