import { type ReactNode, useId } from 'react'

/**
 * The layout of the viewport: masthead, page, footer and, on phones, the tab bar. The page fills the remaining height,
 * so the margin rule reaches the footer.
 */
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
  /** Use `div` if the document already has a `<main>`, as on the landing page, where the rule starts below the hero. */
  as?: 'main' | 'div'
  /** Draws hairlines between the sections, as on the landing page. */
  ruled?: boolean
  children: ReactNode
}

/** A page with a margin column and the double rule; its children are `Section`s. */
export function Page({ as: Element = 'main', ruled = false, children }: PageProps) {
  return (
    <Element className={`rf-page${ruled ? ' rf-page-ruled' : ''}`} {...(Element === 'main' && { id: 'content', tabIndex: -1 })}>
      {children}
    </Element>
  )
}

/** Content at page width without margin column or rule, such as a hero or plain text. */
export function Wide({ children, as: Element = 'div' }: { children: ReactNode; as?: 'main' | 'div' | 'section' }) {
  return (
    <Element className="rf-wide" {...(Element === 'main' && { id: 'content', tabIndex: -1 })}>
      {children}
    </Element>
  )
}

export type SectionProps = {
  title: ReactNode
  /** Small text above the title. */
  kicker?: ReactNode
  /** A sentence below the title. */
  note?: ReactNode
  /** A quiet link or a button below the note. */
  link?: ReactNode
  /** Longer content between title and note in the margin, such as a stepper. */
  aside?: ReactNode
  /** Sets the title in italics, as if handwritten: "Next". */
  hand?: boolean
  /** Heading level; 1 if this is the page title. */
  level?: 1 | 2 | 3
  id?: string
  children?: ReactNode
}

/**
 * A section with its title in the margin and its content beside it. On phones the title moves above the content.
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

/** A page title inside the content: a kicker such as "Step 3 of 7", the headline and one sentence. */
export const PageTitle = ({ kicker, title, lead }: { kicker: ReactNode; title: ReactNode; lead?: ReactNode }) => (
  <div className="rf-page-title">
    <p className="rf-section-kicker">{kicker}</p>
    <h1>{title}</h1>
    {lead && <p className="rf-lead">{lead}</p>}
  </div>
)

/** A full-width page for admin screens and long tables: title and actions, a row of filters, then the content. */
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

/** The footer of a form step: back on the left, a note about the next step in the middle, next on the right. */
export function StepFoot({ back, note, next }: { back?: ReactNode; note?: ReactNode; next: ReactNode }) {
  return (
    <div className="rf-step-foot">
      <div>{back}</div>
      {note && <p className="rf-note">{note}</p>}
      <div>{next}</div>
    </div>
  )
}
