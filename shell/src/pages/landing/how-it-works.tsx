import { Section } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

/** From goal to count in three steps. */
export function HowItWorks() {
  const { t } = useText()
  return (
    <Section id="how" title={t('how-title')} note={t('how-note')}>
      <ol className="landing-how">
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>
            <h3>{t(`how-${step}`)}</h3>
            <p>{t(`how-${step}-text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
