import './terms.css'
import { Page, Section, Table, TextLink } from '@reelfair/ui'
import { supportEmail, usePage } from '@reelfair/web-kit'
import type { ReactNode } from 'react'
import { useText } from './messages/index.ts'

/** The first cell of each row is the row's name. */
export interface TermsTable {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface TermsGroup {
  readonly title?: string
  /** The page adds numbers to the clauses. */
  readonly clauses: readonly string[]
  readonly table?: TermsTable
  /** True if the last clause shows the support address. */
  readonly contact?: boolean
}

/** Earlier versions must stay as users accepted them, so a version contains only text. */
export interface TermsDocument {
  readonly lead: string
  /** A part's `id` is its anchor in URLs, so it must not change. */
  readonly parts: readonly { readonly id: string; readonly title: string; readonly groups: readonly TermsGroup[] }[]
}

interface TermsTextProps {
  readonly document: TermsDocument
  readonly at: string
  readonly note: string
  readonly link: ReactNode
}

export function TermsText({ document, at, note, link }: TermsTextProps) {
  const { t } = useText()
  usePage(t('terms-title'))
  return (
    <Page ruled>
      <Section title={t('terms-title')} level={1} note={note} link={link}>
        <div className="shell-terms">
          <p className="shell-terms-lead">{document.lead}</p>
          <nav className="shell-terms-contents" aria-label={t('contents')}>
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
          <div className="shell-terms">
            {groups.map((group, place) => {
              const before = groups.slice(0, place).reduce((sum, { clauses }) => sum + clauses.length, 0)
              return <Group key={group.clauses[0]} group={group} part={index + 1} before={before} />
            })}
          </div>
        </Section>
      ))}
    </Page>
  )
}

function Group({ group: { title, clauses, table, contact = false }, part, before }: { group: TermsGroup; part: number; before: number }) {
  return (
    <div className="shell-terms-group">
      {title && <h3>{title}</h3>}
      <ol className="shell-terms-clauses">
        {clauses.map((clause, row) => (
          <li key={clause}>
            <span className="shell-terms-number">{`${part}.${before + row + 1}`}</span>
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
      {table && <Below table={table} />}
    </div>
  )
}

/** Shows two text columns, or a name followed by figures. */
function Below({ table: { caption, heads, rows } }: { table: TermsTable }) {
  const areFigures = heads.length > 2
  return (
    <Table
      caption={caption}
      columns={heads.map((head, column) => ({
        key: head,
        head,
        cell: (row: readonly string[]) => row[column],
        ...(column === 0
          ? { rowHead: true, stack: 'name' as const, ...(!areFigures && { width: '50%' }) }
          : { stack: 'fact' as const, ...(areFigures && { align: 'end' as const }) }),
      }))}
      rows={rows}
      rowKey={([name = '']) => name}
    />
  )
}
