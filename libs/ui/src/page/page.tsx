import { type ReactNode, useId } from 'react'

/** The page fills the remaining height, so that the margin rule reaches the footer. */
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
  /** Use `div` if the document already has a `<main>`, as on the landing page. */
  as?: 'main' | 'div'
  /** Draws hairlines between the sections, as on the landing page. */
  ruled?: boolean
  children: ReactNode
}

/** The children must be `Section`s. The page has a margin column and a double rule. */
export function Page({ as: Element = 'main', ruled = false, children }: PageProps) {
  return (
    <Element className={`rf-page${ruled ? ' rf-page-ruled' : ''}`} {...(Element === 'main' && { id: 'content', tabIndex: -1 })}>
      {children}
    </Element>
  )
}

/** Full-width content without a margin column, such as a hero. */
export function Wide({ children, as: Element = 'div' }: { children: ReactNode; as?: 'main' | 'div' | 'section' }) {
  return (
    <Element className="rf-wide" {...(Element === 'main' && { id: 'content', tabIndex: -1 })}>
      {children}
    </Element>
  )
}

export type SectionProps = {
  title: ReactNode
  kicker?: ReactNode
  note?: ReactNode
  link?: ReactNode
  /** Longer content in the margin, such as a stepper. */
  aside?: ReactNode
  /** Shows the title in italics, as if handwritten: "Next". */
  hand?: boolean
  /** Use 1 if the section's title is the page title. */
  level?: 1 | 2 | 3
  id?: string
  children?: ReactNode
}

/**
 * The title is in the margin; on phones, above the content.
 * @example <Section title="Your views" note="1 credit is 1 qualified view." link={<TextLink href="/credits">Buy
 * credits</TextLink>}>…</Section>
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

/** The kicker is a short text above the title, such as "Step 3 of 7". */
export const PageTitle = ({ kicker, title, lead }: { kicker: ReactNode; title: ReactNode; lead?: ReactNode }) => (
  <div className="rf-page-title">
    <p className="rf-section-kicker">{kicker}</p>
    <h1>{title}</h1>
    {lead && <p className="rf-lead">{lead}</p>}
  </div>
)

/** A full-width page for admin screens and long tables. */
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

/** Places `back` on the left, a note about the next step in the middle, and `next` on the right. */
export function StepFoot({ back, note, next }: { back?: ReactNode; note?: ReactNode; next: ReactNode }) {
  return (
    <div className="rf-step-foot">
      <div>{back}</div>
      {note && <p className="rf-note">{note}</p>}
      <div>{next}</div>
    </div>
  )
}
