import { Page, PageTitle, Section, Stepper, TextLink, useWords } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from './messages/index.ts'
import { indexOf, pathOf, STEPS, type StepName } from './steps.ts'

export function WizardFrame({
  step,
  furthest,
  name,
  note,
  children,
}: {
  step: StepName
  /** The last step that can be opened. Undefined if the steps are not links. */
  furthest?: StepName | undefined
  name: string
  note?: ReactNode
  children: ReactNode
}) {
  const { t } = useText()
  const { stepOf } = useWords()
  const steps = STEPS.map((one, index) => ({
    label: t(`new-step-${one}`),
    href: furthest && index <= indexOf(furthest) ? pathOf(one) : undefined,
  }))
  return (
    <Page>
      <div className="brand-wizard">
        <Section
          kicker={t('new-title')}
          title={<bdi>{name.trim() || t('new-unnamed')}</bdi>}
          aside={<Stepper label={t('new-steps')} steps={steps} current={indexOf(step)} />}
          note={note}
          link={<TextLink href="/brand-dashboard">{t('new-cancel')}</TextLink>}
        >
          {/* The key remounts the heading for each step, so that screen readers announce the focused heading. */}
          <PageTitle
            key={step}
            kicker={stepOf(indexOf(step) + 1, STEPS.length)}
            title={t(`new-${step}-title`)}
            lead={t(`new-${step}-lead`)}
          />
          {children}
        </Section>
      </div>
    </Page>
  )
}
