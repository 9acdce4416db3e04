import { useId, useState } from 'react'
import { formatCount } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'

/** What a swatch looks like: the textures of the whole product. */
export type Texture = 'qualified' | 'others' | 'inReview' | 'remaining' | 'excluded' | 'available' | 'held' | 'spent'

/** One line of a key: swatch, word, figure. */
export interface KeyEntry {
  readonly texture: Texture
  readonly word: string
  readonly views: number
}

/** The small sample of a texture beside its word. */
export const Swatch = ({ texture }: { texture: Texture }) => <span className={`rf-swatch rf-tex-${texture}`} aria-hidden="true" />

/**
 * The key of a bar or chart. On the phone it folds into one line that opens.
 * @param folded the one line that stands for the key on the phone; without it the key is always open
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
        {entries.map(({ texture, word, views }) => (
          <li key={texture}>
            <Swatch texture={texture} />
            <span className="rf-key-word">{word}</span> <strong>{formatCount(views, locale)}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
