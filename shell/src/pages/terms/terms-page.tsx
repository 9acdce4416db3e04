import './terms.css'
import { campaignTerms } from '@reelfair/contracts/campaign-terms'
import { SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { TERMS_IN_FORCE_SINCE, TERMS_VERSION } from '@reelfair/contracts/terms'
import { CHECKS_AFTER_HOURS, lowestCentsPer1000, MINIMUM_TRANSFER_CENTS, PACKAGES, SETTLEMENT_TIME } from '@reelfair/rules'
import { formatCents, formatDate, formatPercent, Page, Section, TextLink } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { pay } from '../../components/packages.ts'
import { useText } from './messages/index.ts'
import { type Clause, PARTS } from './parts.ts'
import { ReasonsTable, TiersTable } from './tables.tsx'

const TABLES = { reasons: ReasonsTable, tiers: TiersTable }

/** What everybody accepts who opens an account; public, so that it can be read before. @source specification §2 */
export function TermsPage() {
  const { t, locale } = useText()
  usePage(t('terms-title'))
  const say = useClause()
  const inForce = { version: TERMS_VERSION, day: formatDate(TERMS_IN_FORCE_SINCE, locale, { month: 'long', year: true }) }
  return (
    <Page ruled>
      <Section title={t('terms-title')} level={1} note={t('in-force', inForce)}>
        <div className="shell-terms">
          <p className="shell-terms-lead">{t('lead')}</p>
          <nav className="shell-terms-contents" aria-label={t('contents')}>
            <ol>
              {PARTS.map(({ id }, index) => (
                <li key={id}>
                  <span aria-hidden="true">{index + 1}</span>
                  <TextLink href={`/terms#${id}`}>{t(`${id}-title`)}</TextLink>
                </li>
              ))}
            </ol>
          </nav>
        </div>
      </Section>
      {PARTS.map(({ id, groups }, index) => (
        <Section key={id} id={id} title={`${index + 1}. ${t(`${id}-title`)}`}>
          <div className="shell-terms">
            {groups.map((group, place) => {
              const before = groups.slice(0, place).reduce((sum, { clauses }) => sum + clauses.length, 0)
              const Below = group.table && TABLES[group.table]
              return (
                <div key={group.clauses[0]} className="shell-terms-group">
                  {group.id && <h3>{t(`${group.id}-title`)}</h3>}
                  <ol className="shell-terms-clauses">
                    {group.clauses.map((clause, row) => (
                      <li key={clause}>
                        <span className="shell-terms-number">{`${index + 1}.${before + row + 1}`}</span>
                        <p>
                          {say(clause)}
                          {clause === 'changes-contact' && (
                            <>
                              {' '}
                              <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink>
                            </>
                          )}
                        </p>
                      </li>
                    ))}
                  </ol>
                  {Below && <Below />}
                </div>
              )
            })}
          </div>
        </Section>
      ))}
    </Page>
  )
}

const isShared = (clause: Clause): clause is keyof typeof campaignTerms => clause in campaignTerms

/**
 * The sentence of a clause. Rates, the least transfer, the hours of the checks and of the settlement come from the rules that the services and the receipts
 * reckon with; other figures are written, and those that a service owns are compared with it by libs/workspace (`terms.test.ts`).
 */
function useClause() {
  const { t, locale } = useText()
  const figures = {
    campaign: formatCents(pay.campaignCents, locale),
    // Today's is a cut of it by half. @source decisions §1
    standard: formatCents(2 * pay.campaignCents, locale),
    partnership: formatCents(pay.partnershipCents, locale),
    cheapest: formatCents(lowestCentsPer1000(PACKAGES.packages), locale),
    minimum: formatCents(MINIMUM_TRANSFER_CENTS, locale),
    share: formatPercent(0.06, locale),
    hours: CHECKS_AFTER_HOURS,
    settled: SETTLEMENT_TIME,
  }
  return (clause: Clause) => (isShared(clause) ? campaignTerms[clause][locale] : t(clause, figures))
}
