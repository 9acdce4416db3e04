import { useId, useState } from 'react'
import { formatCount } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'

export type Texture = 'qualified' | 'others' | 'inReview' | 'remaining' | 'excluded' | 'available' | 'held' | 'spent'

export interface KeyEntry {
  readonly texture: Texture
  readonly word: string
  readonly views: number
}

export const Swatch = ({ texture }: { texture: Texture }) => <span className={`rf-swatch rf-tex-${texture}`} aria-hidden="true" />

/** The key lists these textures only if they have views. */
const optional: readonly Texture[] = ['inReview', 'excluded']

/**
 * The key to a bar or chart. On phones it collapses into one line.
 * @param folded Text of that line; without it, the key is always expanded.
 */
export function Key({ entries, folded }: { entries: readonly KeyEntry[]; folded?: string }) {
  const locale = useLocale()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className={`rf-key${folded === undefined || open ? '' : ' rf-key-folds'}`}>
      {folded !== undefined && (
        <button type="button" className="rf-key-line" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <span>{folded}</span>
          <span className="rf-chevron" aria-hidden="true" />
        </button>
      )}
      <ul id={id} className="rf-key-list">
        {entries
          .filter(({ texture, views }) => views > 0 || !optional.includes(texture))
          .map(({ texture, word, views }) => (
            <li key={texture}>
              <Swatch texture={texture} />
              <span className="rf-key-word">{word}</span> <strong>{formatCount(views, locale)}</strong>
            </li>
          ))}
      </ul>
    </div>
  )
}
