import type { Campaign } from '@reelfair/contracts'
import { BYTES_PER_CHARACTER } from '@reelfair/contracts/text'
import { Button, ErrorText, Form, IconButton, Submit, showToast, TextField } from '@reelfair/ui'
import { sentenceOfField, useWrite } from '@reelfair/web-kit'
import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { BrandOnly } from '../brand-only.tsx'

/**
 * Maximum length in UTF-16 code units. The service counts grapheme clusters.
 * @source contracts: campaign name
 */
const MAX_UNITS = 80 * BYTES_PER_CHARACTER

interface CampaignNameProps {
  readonly campaign: Pick<Campaign, 'id' | 'name'>
  readonly level: 1 | 3
  readonly link?: (name: string) => ReactNode
}

export function CampaignName({ campaign, level, link = (name) => name }: CampaignNameProps) {
  const { t } = useText()
  const [isEdited, setEdited] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    // Return focus to the button that opened the form.
    if (wasEdited.current && !isEdited) pencil.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  const Heading = `h${level}` as const
  if (isEdited)
    return (
      <>
        {/* Keeps the heading for screen readers while the form is open. */}
        <Heading className="rf-hidden">{campaign.name}</Heading>
        <RenameForm campaign={campaign} onClose={() => setEdited(false)} />
      </>
    )
  return (
    <div className="brand-name">
      <Heading className="brand-name-text">
        <bdi>{link(campaign.name)}</bdi>
      </Heading>
      <BrandOnly>
        <IconButton ref={pencil} icon={Pencil} label={t('rename', { name: campaign.name })} onClick={() => setEdited(true)} />
      </BrandOnly>
    </div>
  )
}

function RenameForm({ campaign, onClose }: { campaign: Pick<Campaign, 'id' | 'name'>; onClose: () => void }) {
  const { t, locale } = useText()
  const [name, setName] = useState(campaign.name)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const rename = useWrite('PATCH', '/campaigns/campaigns/:campaignId', {
    changes: ['campaigns'],
    onDone: () => {
      showToast(t('rename-done'), { kind: 'done' })
      onClose()
    },
  })
  const wrong = sentenceOfField(rename.error, 'name', locale, t('new-name-error'))
  const send = () => {
    if (rename.isPending || name.trim() === '') return
    if (name.trim() === campaign.name) onClose()
    else rename.mutate({ campaignId: campaign.id, name: name.trim() })
  }
  return (
    <Form className="brand-rename" onSubmit={send} onKeyDown={({ key }) => key === 'Escape' && !rename.isPending && onClose()}>
      <TextField
        ref={input}
        label={t('rename-label')}
        value={name}
        maxLength={MAX_UNITS}
        required
        onChange={({ target }) => setName(target.value)}
        error={name.trim() === '' ? t('new-name-error') : wrong}
      />
      <div className="brand-rename-actions">
        <Submit busy={rename.isPending} aria-disabled={name.trim() === ''}>
          {t('rename-save')}
        </Submit>
        <Button disabled={rename.isPending} onClick={onClose}>
          {t('rename-cancel')}
        </Button>
      </div>
      {rename.error && <p className="brand-problem">{t('rename-failed')}</p>}
      <ErrorText error={wrong ? null : rename.error} />
    </Form>
  )
}
