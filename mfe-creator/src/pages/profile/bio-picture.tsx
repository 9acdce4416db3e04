import { useText } from './messages/index.ts'

/** A drawing instead of a screenshot, because networks redesign their profile pages every year. */
export function BioPicture({ code }: { code: string }) {
  const { t } = useText()
  return (
    <figure className="creator-picture" role="img" aria-label={t('picture-label')}>
      <svg viewBox="0 0 260 300" aria-hidden="true">
        <rect className="creator-picture-phone" x="1" y="1" width="258" height="298" rx="18" />
        <circle className="creator-picture-face" cx="52" cy="62" r="28" />
        <circle className="creator-picture-paper" cx="52" cy="54" r="10" />
        <path className="creator-picture-paper" d="M30 80a22 18 0 0 1 44 0 28 28 0 0 1-44 0Z" />
        {[112, 160, 208].map((x) => (
          <g key={x}>
            <rect className="creator-picture-ink" x={x} y="48" width="26" height="8" rx="2" />
            <rect className="creator-picture-rule" x={x} y="62" width="34" height="6" rx="2" />
          </g>
        ))}
        <text className="creator-picture-name" x="24" y="118">
          {t('picture-name')}
        </text>
        <text className="creator-picture-text" x="24" y="140">
          {t('picture-bio')}
        </text>
        <rect className="creator-picture-mark" x="18" y="150" width="106" height="28" rx="3" />
        <text className="creator-picture-code" x="26" y="169">
          {code}
        </text>
        <rect className="creator-picture-rule" x="24" y="192" width="212" height="26" rx="3" />
        {[0, 1, 2].map((column) => (
          <rect key={column} className="creator-picture-still" x={24 + column * 72} y="232" width="68" height="52" />
        ))}
      </svg>
    </figure>
  )
}
