import { Button, ButtonLink, CopyButton } from '@reelfair/ui'
import Download from 'lucide-react/icons/download'
import { useText } from '../messages/index.ts'

interface Props {
  readonly codes: readonly string[]
  readonly email: string
  readonly onSaved: () => void
}

/** The only time that the codes are shown. */
export function RecoveryCodes({ codes, email, onSaved }: Props) {
  const { t } = useText()
  const lines = codes.join('\n')
  const file = `${t('factor-file', { email })}\n\n${lines}\n`
  return (
    <div className="shell-factor-codes">
      <p role="status">
        <b>{t('factor-codes')}</b>
      </p>
      <p className="rf-note">{t('factor-codes-note')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="shell-mail-actions">
        <CopyButton text={lines} label={t('factor-copy-codes')} />
        <ButtonLink
          icon={Download}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="reelfair-recovery-codes.txt"
        >
          {t('factor-download')}
        </ButtonLink>
      </div>
      <p>
        <Button look="filled" onClick={onSaved}>
          {t('factor-saved')}
        </Button>
      </p>
    </div>
  )
}
