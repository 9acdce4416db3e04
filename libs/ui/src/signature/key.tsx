import { useId, useState } from 'react'
import { formatCount } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'

/** Textures used across the product. */
export type Texture = 'qualified' | 'others' | 'inReview' | 'remaining' | 'excluded' | 'available' | 'held' | 'spent'

/** A line in a key: swatch, label and figure. */
export interface KeyEntry {
  readonly texture: Texture
  readonly word: string
  readonly views: number
}

/** A small sample of a texture, shown beside its label. */
export const Swatch = ({ texture }: { texture: Texture }) => <span className={`rf-swatch rf-tex-${texture}`} aria-hidden="true" />

/** Textures without an entry in the key if they have no views. */
const optional: readonly Texture[] = ['inReview', 'excluded']

/**
 * The key of a bar or chart. On phones it collapses into one line that the user can expand.
 * @param folded Text of the collapsed line; without it, the key is always expanded.
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
