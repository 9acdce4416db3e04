import { type ReactNode, useId } from 'react'

/** The whole window: masthead, page, footer, and on the phone the tab bar. The page fills what is left, so the margin rule runs to the end. */
export function Layout({
  masthead,
  footer,
  tabBar,
  children,
}: {
  masthead?: ReactNode
  footer?: ReactNode
  tabBar?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="rf-layout">
      {masthead}
      {children}
      {footer}
      {tabBar}
    </div>
  )
}

export type PageProps = {
  /** `div` where the page already has a `<main>`: the landing's rule starts after its hero. */
  as?: 'main' | 'div'
  /** Hairlines between the sections, as on the landing page. */
  ruled?: boolean
  children: ReactNode
}

/** A page with its margin column behind the double rule; its children are `Section`s. */
export function Page({ as: Element = 'main', ruled = false, children }: PageProps) {
  return (
    <Element className={`rf-page${ruled ? ' rf-page-ruled' : ''}`} {...(Element === 'main' && { id: 'content', tabIndex: -1 })}>
      {children}
    </Element>
  )
}

/** Content as wide as the page's, without margin column or rule: a hero, a bar, a plain text. */
export function Wide({ children, as: Element = 'div' }: { children: ReactNode; as?: 'main' | 'div' | 'section' }) {
  return (
    <Element className="rf-wide" {...(Element === 'main' && { id: 'content', tabIndex: -1 })}>
      {children}
    </Element>
  )
}

export type SectionProps = {
  title: ReactNode
  /** Small line above the title. */
  kicker?: ReactNode
  /** A sentence below the title. */
  note?: ReactNode
  /** A quiet link or a button below the note. */
  link?: ReactNode
  /** Something longer in the margin, between title and note: a stepper. */
  aside?: ReactNode
  /** Italic, as written by hand: "Next". */
  hand?: boolean
  /** 1 where this title is the page's. */
  level?: 1 | 2 | 3
  id?: string
  children?: ReactNode
}

/**
 * One entry of the book: what it is in the margin, the figures beside it. On the phone the margin head sits above.
 * @example <Section title="Your views" note="1 credit is 1 qualified view." link={<TextLink href="/credits">Buy credits</TextLink>}>…</Section>
 */
export function Section({ title, kicker, note, link, aside, hand = false, level = 2, id, children }: SectionProps) {
  const Heading = `h${level}` as const
  const titleId = useId()
  return (
    <section className="rf-section" id={id} aria-labelledby={titleId}>
      <div className="rf-section-margin">
        {kicker && <p className="rf-section-kicker">{kicker}</p>}
        <Heading id={titleId} className={`rf-section-title${hand ? ' rf-hand' : ''}`}>
          {title}
        </Heading>
        {aside}
        {note && <div className="rf-note">{note}</div>}
        {link && <div className="rf-section-link">{link}</div>}
      </div>
      <div className="rf-section-content">{children}</div>
    </section>
  )
}

/** The title inside the content: "Step 3 of 7", the headline, one sentence. */
export function PageTitle({ kicker, title, lead, level = 1 }: { kicker?: ReactNode; title: ReactNode; lead?: ReactNode; level?: 1 | 2 }) {
  const Heading = `h${level}` as const
  return (
    <div className="rf-page-title">
      {kicker && <p className="rf-section-kicker">{kicker}</p>}
      <Heading>{title}</Heading>
      {lead && <p className="rf-lead">{lead}</p>}
    </div>
  )
}

/** A page without margin column, for administration and long tables: title and actions, filters in one line, the full width below. */
export function DensePage({
  title,
  note,
  actions,
  filters,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  children: ReactNode
}) {
  return (
    <main id="content" tabIndex={-1} className="rf-dense">
      <div className="rf-dense-head">
        <div>
          <h1>{title}</h1>
          {note && <p className="rf-note">{note}</p>}
        </div>
        {actions && <div className="rf-dense-actions">{actions}</div>}
      </div>
      {filters && <div className="rf-dense-filters">{filters}</div>}
      {children}
    </main>
  )
}

/** The end of a step: an ink rule, back on the left, what comes next in the middle, onward on the right. */
export function StepFoot({ back, note, next }: { back?: ReactNode; note?: ReactNode; next: ReactNode }) {
  return (
    <div className="rf-step-foot">
      <div>{back}</div>
      {note && <p className="rf-note">{note}</p>}
      <div>{next}</div>
    </div>
  )
}
