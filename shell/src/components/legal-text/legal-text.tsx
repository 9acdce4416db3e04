import './legal-text.css'
import { Page, Section, Table, TextLink } from '@reelfair/ui'
import { supportEmail, usePage } from '@reelfair/web-kit'
import type { ReactNode } from 'react'

/** The first cell of each row is the row's name. With more than two columns, the others are figures unless `words`. */
export interface LegalTable {
  readonly words?: boolean
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface LegalGroup {
  readonly title?: string
  /** The page adds numbers to the clauses. */
  readonly clauses: readonly string[]
  readonly table?: LegalTable
  /** True if the last clause shows the support address. */
  readonly contact?: boolean
}

/** Earlier versions must stay as users accepted them, so a version contains only text. */
export interface LegalDocument {
  readonly lead: string
  /** A part's `id` is its anchor in URLs, so it must not change. */
  readonly parts: readonly { readonly id: string; readonly title: string; readonly groups: readonly LegalGroup[] }[]
}

export interface LegalTextProps {
  readonly document: LegalDocument
  readonly title: string
  /** Name of the table of contents. */
  readonly contents: string
  readonly at: string
  readonly note: string
  readonly link?: ReactNode
  /** Shown above the text. */
  readonly problem?: ReactNode
}

/** A numbered text with a table of contents: the Terms and the privacy policy. */
export function LegalText({ document, title, contents, at, note, link, problem }: LegalTextProps) {
  usePage(title)
  return (
    <Page ruled>
      <Section title={title} level={1} note={note} link={link}>
        <div className="shell-legal">
          {problem}
          <p className="shell-legal-lead">{document.lead}</p>
          <nav className="shell-legal-contents" aria-label={contents}>
            <ol>
              {document.parts.map(({ id, title }, index) => (
                <li key={id}>
                  <span aria-hidden="true">{index + 1}</span>
                  <TextLink href={`${at}#${id}`}>{title}</TextLink>
                </li>
              ))}
            </ol>
          </nav>
        </div>
      </Section>
      {document.parts.map(({ id, title, groups }, index) => (
        <Section key={id} id={id} title={`${index + 1}. ${title}`}>
          <div className="shell-legal">
            {groups.map((group, place) => {
              const before = groups.slice(0, place).reduce((sum, { clauses }) => sum + clauses.length, 0)
              return <Group key={group.clauses[0] ?? id} group={group} part={index + 1} before={before} />
            })}
          </div>
        </Section>
      ))}
    </Page>
  )
}

function Group({ group: { title, clauses, table, contact = false }, part, before }: { group: LegalGroup; part: number; before: number }) {
  return (
    <div className="shell-legal-group">
      {title && <h3>{title}</h3>}
      {clauses.length > 0 && (
        <ol className="shell-legal-clauses">
          {clauses.map((clause, row) => (
            <li key={clause}>
              <span className="shell-legal-number">{`${part}.${before + row + 1}`}</span>
              <p>
                {clause}
                {contact && row === clauses.length - 1 && (
                  <>
                    {' '}
                    <TextLink href={`mailto:${supportEmail()}`}>{supportEmail()}</TextLink>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
      {table && <Below table={table} />}
    </div>
  )
}

/** Shows text columns, or a name followed by figures. */
function Below({ table: { caption, heads, rows, words = false } }: { table: LegalTable }) {
  const areFigures = heads.length > 2 && !words
  return (
    <Table
      caption={caption}
      columns={heads.map((head, column) => ({
        key: head,
        head,
        cell: (row: readonly string[]) => row[column],
        ...(column === 0
          ? { rowHead: true, stack: 'name' as const, ...(!areFigures && { width: heads.length > 2 ? '33%' : '50%' }) }
          : { stack: 'fact' as const, ...(areFigures && { align: 'end' as const }) }),
      }))}
      rows={rows}
      rowKey={([name = '']) => name}
    />
  )
}
