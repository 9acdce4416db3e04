import { formatCount, Section } from '@reelfair/ui'
import { useText } from './text.tsx'

const GOAL = 120_000
const NIGHTS = [11_204, 18_930, 23_462, 20_722] as const

export function HowItWorks() {
  const { t, side } = useText()
  const drawings = { 1: side === 'brand' ? <GoalCard /> : <AccountCard />, 2: <Placed />, 3: <Nights /> } as const
  return (
    <Section id="how" title={t('how-title')} note={t(`${side}-how-note`)}>
      <ol className="landing-how">
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>
            <div className="landing-how-drawing">
              {step !== 2 && <span className="landing-how-example">{t('how-example')}</span>}
              {drawings[step]}
            </div>
            <h3>{t(`${side}-how-${step}`)}</h3>
            <p>{t(`${side}-how-${step}-text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const Card = ({ lines }: { lines: readonly (readonly [string, string])[] }) => (
  <dl className="landing-goal">
    {lines.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function GoalCard() {
  const { t, locale } = useText()
  const views = formatCount(GOAL, locale)
  return (
    <Card
      lines={[
        [t('how-goal'), t('how-views', { views })],
        [t('how-lasts'), t('how-days')],
        [t('how-set-aside'), t('how-credits', { views })],
      ]}
    />
  )
}

function AccountCard() {
  const { t } = useText()
  return (
    <Card
      lines={[
        [t('how-account'), '@lina.mrtn'],
        [t('how-code'), 'K7P2QDX'],
        [t('how-status'), t('how-verified')],
      ]}
    />
  )
}

function Placed() {
  return (
    <svg className="landing-placed" viewBox="0 0 280 112" aria-hidden="true">
      {[14, 8, 22, 11].map((top, at) => (
        <g key={top} transform={`translate(${at * 70 + 1} 1)`}>
          <rect className="landing-placed-video" width="58" height="110" rx="4" />
          <rect className="landing-placed-banner" y={top} width="58" height="14" />
          <path className="landing-placed-text" d="M10 86h26M10 94h18" />
        </g>
      ))}
    </svg>
  )
}

function Nights() {
  const { t, locale } = useText()
  const most = Math.max(...NIGHTS)
  const figures = NIGHTS.map((views) => formatCount(views, locale))
  return (
    <svg className="landing-nights" viewBox="0 0 280 112" role="img" aria-label={t('how-nights', { views: figures.join(', ') })}>
      {NIGHTS.map((views, at) => {
        const height = (views / most) * 88
        return (
          <g key={views} transform={`translate(${at * 70} 0)`}>
            <text x="25" y={104 - height} textAnchor="middle">
              {figures[at]}
            </text>
            <rect y={112 - height} width="50" height={height} />
          </g>
        )
      })}
    </svg>
  )
}
