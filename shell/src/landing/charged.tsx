import { exclusionLabel, exclusionReasons } from '@reelfair/contracts/reasons'
import { Section } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from './text.tsx'

const KINDS = ['qualified', 'review', 'excluded', 'beyond', 'unused'] as const

/** The reasons are those for which the product excludes views. */
export function Charged() {
  const { t, locale } = useText()
  return (
    <Section id="charged" title={t('charged-title')} note={t('charged-note')}>
      <dl className="landing-charged">
        {KINDS.map((kind) => (
          <Kind key={kind} name={t(`charged-${kind}`)} credits={t(`charged-${kind}-credits`)} isCharged={kind === 'qualified'}>
            <p>{t(`charged-${kind}-text`)}</p>
            {kind === 'excluded' && (
              <ul>
                {exclusionReasons.map((reason) => (
                  <li key={reason}>{exclusionLabel(reason, locale)}</li>
                ))}
              </ul>
            )}
          </Kind>
        ))}
      </dl>
    </Section>
  )
}

function Kind({ name, credits, isCharged, children }: { name: string; credits: string; isCharged: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCharged ? 'landing-charged-credits landing-charged-yes' : 'landing-charged-credits'}>{credits}</dd>
      <dd className="landing-charged-text">{children}</dd>
    </div>
  )
}
