import type { Logo } from '@reelfair/contracts'
import { Button, Frame } from '@reelfair/ui'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { logoUrl } from '../../components/campaign-logo.ts'
import { useText } from './messages/index.ts'

/** How an entry is opened and closed. */
export interface EntryControl {
  readonly isOpen: boolean
  /** Whether the URL identifies this entry, which then scrolls into view. */
  readonly isLinked: boolean
  readonly onToggle: (isOpen: boolean) => void
}

interface EntryFrameProps extends EntryControl {
  readonly name: string
  readonly logo: Logo
  /** Below the name. */
  readonly summary: ReactNode
  readonly figures: ReactNode
  /** Renders only while the entry is open. */
  readonly children: ReactNode
}

/** An entry of the history: a row that opens. */
export function EntryFrame({ name, logo, summary, figures, isOpen, isLinked, onToggle, children }: EntryFrameProps) {
  const { t } = useText()
  const [titleId, partsId] = [useId(), useId()]
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // jsdom does not implement `scrollIntoView`.
    if (isLinked) place.current?.scrollIntoView?.({ block: 'start' })
  }, [isLinked])
  return (
    <li className="creator-entry" ref={place} aria-labelledby={titleId}>
      <div className="creator-entry-head">
        <Frame size="list" banner={logoUrl(logo)} bannerKind={logo.kind} />
        <div className="creator-entry-text">
          <h3 className="creator-row-name" id={titleId}>
            <bdi>{name}</bdi>
          </h3>
          {summary}
        </div>
        <div className="creator-entry-side">{figures}</div>
        <Button
          size="small"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          aria-controls={partsId}
          aria-label={t(isOpen ? 'history-close-label' : 'history-open-label', { name })}
          onClick={() => onToggle(!isOpen)}
        >
          {t(isOpen ? 'history-close' : 'history-open')}
        </Button>
      </div>
      <div id={partsId} className="creator-entry-parts" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  )
}

export const Figures = ({ children }: { children: ReactNode }) => <dl className="creator-entry-figures">{children}</dl>

export const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="creator-entry-part" id={id}>
      <h4 className="creator-step-title">{title}</h4>
      {children}
    </section>
  )
}
