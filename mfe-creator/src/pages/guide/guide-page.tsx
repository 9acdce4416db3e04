import { exclusionReasons, exclusionTable, fixTable, labelNames, labelNetworks } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES, NETWORKS } from '@reelfair/contracts/values'
import { MAX_VIDEOS, MIN_LOGO_PERCENT, MINIMUM_TRANSFER_CENTS, SETTLEMENT_TIME } from '@reelfair/rules'
import { Frame, formatCents, formatPercent, formatUnits, LoadError, Page, Section, SkeletonRows, Table, TextLink } from '@reelfair/ui'
import { usePage, usePublicSettings } from '@reelfair/web-kit'
import { Scene } from '../../components/instructions/video-picture.tsx'
import { useText } from './messages/index.ts'

const EXAMPLE_CODE = 'RF-7K2QX'

/** @source specification §2, §5, §9; decisions §3, §5, §6 */
export function GuidePage() {
  const { t, locale } = useText()
  usePage(t('guide-title'))
  const share = formatPercent(MIN_LOGO_PERCENT / 100, locale)
  return (
    <Page>
      <Section
        title={t('guide-title')}
        level={1}
        note={t('guide-lead')}
        link={<TextLink href="/terms#campaign-legal">{t('guide-terms')}</TextLink>}
      >
        <Examples />
      </Section>
      <Section title={t('guide-start')}>
        <Rules rules={[t('guide-start-account'), t('guide-start-join'), t('guide-start-link')]} />
      </Section>
      <Section title={t('guide-film')}>
        <Rules
          rules={[
            t('step-film-short'),
            t('step-film-half'),
            t('step-film-area', { share }),
            t('logo-moves'),
            t('guide-film-code', { code: EXAMPLE_CODE }),
            t('guide-film-most', { most: MAX_VIDEOS }),
          ]}
        />
      </Section>
      <Mentions />
      <Excluded />
      <Section title={t('guide-read')}>
        <Reading />
      </Section>
      <Section title={t('guide-pay')} link={<TextLink href="/balance">{t('guide-pay-balance')}</TextLink>}>
        <Pay />
      </Section>
    </Page>
  )
}

const Rules = ({ rules }: { rules: readonly string[] }) => (
  <ul className="creator-checks">
    {rules.map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
)

function Examples() {
  const { t } = useText()
  const mention = t('mention')
  const examples = [
    { name: 'right', logo: 'found', text: `${EXAMPLE_CODE} ${mention}` },
    { name: 'wrong', logo: 'held', text: t('guide-wrong-text') },
  ] as const
  return (
    <div className="creator-guide-examples">
      <h2 className="rf-hidden">{t('guide-examples')}</h2>
      {examples.map(({ name, logo, text }) => (
        <figure key={name} className="creator-video">
          <Frame
            size="large"
            scene={<Scene />}
            logo={logo}
            caption={{ handle: '@lina.mrtn', text }}
            alt={t(`guide-${name}-alt`, { mention })}
          />
          <figcaption>
            <strong>{t(`guide-${name}`)}</strong>
            <p className="rf-note">{t(`guide-${name}-why`)}</p>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

function Reading() {
  const { t, locale } = useText()
  const hours = usePublicSettings().data?.reviewHours
  const byDefault =
    hours === undefined ? t('guide-read-default-later') : t('guide-read-default', { hours: formatUnits(hours, 'hour', locale) })
  return <Rules rules={[t('then-read-nightly'), t('guide-read-review'), byDefault, t('guide-read-last')]} />
}

function Pay() {
  const { t, locale } = useText()
  const settings = usePublicSettings()
  if (settings.isPending) return <SkeletonRows rows={4} height={36} />
  if (!settings.data) return <LoadError title={t('guide-pay-failed')} query={settings} />
  const { campaignCentsPer1000, partnershipCentsPer1000 } = settings.data.rateCard
  return (
    <Rules
      rules={[
        t('guide-pay-campaign', { rate: formatCents(campaignCentsPer1000, locale) }),
        t('guide-pay-partnership', { rate: formatCents(partnershipCentsPer1000, locale) }),
        t('guide-pay-when', { time: SETTLEMENT_TIME }),
        t('guide-pay-transfer', { minimum: formatCents(MINIMUM_TRANSFER_CENTS, locale) }),
      ]}
    />
  )
}

function Mentions() {
  const { t, locale } = useText()
  const rules = NETWORKS.map((network) => {
    const names = { network: NETWORK_NAMES[network], label: labelNames[network][locale], mention: t('mention') }
    return t(labelNetworks.includes(network) ? 'mention-label' : 'mention-words', names)
  })
  return (
    <Section title={t('guide-mention')} note={t('guide-mention-note')}>
      <Rules rules={[t('step-publish-mention', { mention: t('mention') }), ...rules]} />
    </Section>
  )
}

/** Uses the same wording as receipts. */
function Excluded() {
  const { t, locale } = useText()
  return (
    <Section title={t('guide-excluded')} note={t('guide-excluded-note')}>
      <Table
        caption={t('guide-excluded')}
        rows={[...exclusionReasons]}
        rowKey={(code) => code}
        columns={[
          {
            key: 'why',
            head: t('guide-excluded-why'),
            rowHead: true,
            stack: 'name',
            width: '50%',
            cell: (code) => exclusionTable[code][locale],
          },
          {
            key: 'fix',
            head: t('guide-excluded-fix'),
            stack: 'fact',
            cell: (code) => fixTable[exclusionTable[code].fix][locale],
          },
        ]}
      />
    </Section>
  )
}
