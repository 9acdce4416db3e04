import ArrowRight from 'lucide-react/icons/arrow-right'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useState } from 'react'
import { Button, ButtonLink, TextLink } from '../button/button.tsx'
import { CopyButton } from '../copy-button/copy-button.tsx'
import { Countdown } from '../countdown/countdown.tsx'
import { type DroppedFile, FileDrop } from '../file-drop/file-drop.tsx'
import { formatBytes, formatDateTime } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { Sheet } from '../sheet/sheet.tsx'
import { EmptyState, ErrorPanel, SkeletonRows, SkeletonSheet, SkeletonText } from '../states/states.tsx'
import { type JobStep, StepList } from '../step-list/step-list.tsx'
import { Tabs } from '../tabs/tabs.tsx'
import { showToast } from '../toasts/toasts.ts'
import { Row } from './row.tsx'

export function Buttons() {
  const fr = useLocale() === 'fr'
  return (
    <>
      <Row>
        <Button look="filled" iconAfter={ArrowRight}>
          {fr ? 'Voir la vidéo' : 'See the video'}
        </Button>
        <Button icon={RefreshCw}>{fr ? 'Actualiser' : 'Refresh'}</Button>
        <Button look="quiet">{fr ? 'Garder telle quelle' : 'Keep it as is'}</Button>
        <Button look="danger">{fr ? 'Retirer la vidéo' : 'Remove the video'}</Button>
        <TextLink href="#receipt">{fr ? 'Voir un vrai reçu' : 'See a real receipt'}</TextLink>
      </Row>
      <Row>
        <Button look="filled" size="large" busy>
          {fr ? 'Virer 23,52\u00a0€' : 'Transfer €23.52'}
        </Button>
        <Button disabled>{fr ? 'Refuser' : 'Decline'}</Button>
        <ButtonLink href="#open" size="small">
          {fr ? 'Créer un compte' : 'Sign up'}
        </ButtonLink>
        <CopyButton text="https://reelfair.example/rf" label={fr ? 'Copier le lien' : 'Copy the link'} />
        <code>RF-7K2QD</code>
      </Row>
      <Row>
        <Button size="small" onClick={() => showToast(fr ? 'Profil enregistré.' : 'Profile saved.')}>
          {fr ? 'Afficher une confirmation' : 'Show a confirmation'}
        </Button>
        <Button
          size="small"
          onClick={() =>
            showToast(fr ? 'La vidéo n’a pas pu être lue.' : 'We couldn’t read the video.', {
              kind: 'problem',
              action: { label: fr ? 'Réessayer' : 'Try again', run: () => undefined },
            })
          }
        >
          {fr ? 'Afficher une erreur' : 'Show an error'}
        </Button>
      </Row>
    </>
  )
}

const BANNER = <div style={{ blockSize: 42, background: '#f3d7c2', border: '1px solid var(--rule)' }} />

export function FileDrops() {
  const locale = useLocale()
  const fr = locale === 'fr'
  const [file, setFile] = useState<DroppedFile | undefined>({
    name: 'kefiro-winter-banner.png',
    detail: `1072 × 250\u00a0px, ${formatBytes(184_000, locale)}`,
    preview: BANNER,
  })
  const [sent, setSent] = useState<number>()
  useEffect(() => {
    if (sent === undefined) return
    const timer = setTimeout(() => setSent(sent >= 1 ? undefined : sent + 0.08), 120)
    return () => clearTimeout(timer)
  }, [sent])
  return (
    <FileDrop
      label={fr ? 'Bannière' : 'Banner'}
      hint={
        fr
          ? 'PNG, JPG ou WEBM, exactement 1072 × 250\u00a0px, 40\u00a0Mo au maximum'
          : 'PNG, JPG or WEBM, exactly 1072 × 250\u00a0px, up to 40\u00a0MB'
      }
      accept="image/png,image/jpeg,video/webm"
      errorTexts={{ wrongKind: fr ? 'Format non accepté.' : 'Wrong file type.', tooLarge: fr ? 'Fichier trop lourd.' : 'File too large.' }}
      maxBytes={40e6}
      file={file}
      progress={sent}
      onFile={(chosen) => {
        setFile({ name: chosen.name, detail: formatBytes(chosen.size, locale) })
        setSent(0)
      }}
      onCancel={() => {
        setSent(undefined)
        setFile(undefined)
      }}
      onRemove={() => setFile(undefined)}
    />
  )
}

export function TabsAndSteps() {
  const locale = useLocale()
  const fr = locale === 'fr'
  const [tab, setTab] = useState('active')
  const [end] = useState(() => Date.now() + 284_400_000)
  const jobs: JobStep[] = [
    { label: fr ? 'Crédits réservés' : 'Credits reserved', state: 'done', detail: fr ? '120\u00a0000 crédits' : '120,000 credits' },
    { label: fr ? 'Vérification de la bannière' : 'Checking the banner', state: 'running' },
    { label: fr ? 'Ouverture de la campagne' : 'Opening the campaign', state: 'waiting' },
  ]
  return (
    <>
      <Tabs
        label={fr ? 'Campagnes' : 'Campaigns'}
        value={tab}
        onValue={setTab}
        tabs={[
          { id: 'active', label: fr ? 'Actives' : 'Active', count: 2 },
          { id: 'completed', label: fr ? 'Terminées' : 'Completed', count: 5 },
          { id: 'expired', label: fr ? 'Expirées' : 'Expired', count: 1 },
        ]}
      >
        <Sheet>
          <h3>{fr ? 'Porte de frigo' : 'Fridge door'}</h3>
          <p>
            <strong>
              <Countdown to={end} wrap={(left) => (fr ? left : `${left} left`)} />
            </strong>{' '}
            <span className="rf-note">
              {fr ? 'fin' : 'ends'} {formatDateTime(end, locale, { weekday: 'short' })}
            </span>
          </p>
        </Sheet>
      </Tabs>
      <StepList label={fr ? 'Lancement de la campagne' : 'Starting the campaign'} steps={jobs} />
    </>
  )
}

export function States() {
  const fr = useLocale() === 'fr'
  return (
    <>
      <SkeletonSheet />
      <SkeletonText />
      <SkeletonRows rows={2} />
      <EmptyState
        title={fr ? 'Aucune vidéo relevée pour l’instant.' : 'No videos read yet.'}
        action={<ButtonLink href="#publish">{fr ? 'Voir les campagnes publiques' : 'See public campaigns'}</ButtonLink>}
      >
        {fr
          ? 'Publiez votre première vidéo avec votre code\u00a0: ses vues seront relevées cette nuit, entre minuit et 1\u00a0h.'
          : 'Post your first one with your code. We’ll read it tonight between 00:00 and 01:00.'}
      </EmptyState>
      <ErrorPanel
        title={fr ? 'Vos campagnes n’ont pas pu être chargées.' : 'We couldn’t load your campaigns.'}
        error={new Error('offline')}
        onRetry={() => undefined}
      />
    </>
  )
}
