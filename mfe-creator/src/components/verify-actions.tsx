import type { Account } from '@reelfair/contracts'
import { Button, ButtonLink, CopyButton, showToast } from '@reelfair/ui'
import { sentenceOfError } from '@reelfair/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useText } from '../messages/index.ts'
import type { Connect } from './connection/connection.ts'
import { useNewCode } from './queries.ts'

function VerifyLink({ account: { network, username } }: { account: Account }) {
  const { t } = useText()
  return (
    <ButtonLink size="small" icon={ShieldCheck} href={`/profile?network=${network}`} aria-label={t('account-verify-label', { username })}>
      {t('account-verify')}
    </ButtonLink>
  )
}

interface VerifyActionsProps {
  readonly account: Account
  readonly connect: Connect
  /** Whether the code can still be used. */
  readonly usable: boolean
}

export function VerifyActions({ account, connect, usable }: VerifyActionsProps) {
  const { t, locale } = useText()
  const { network, code } = account
  const renew = useNewCode(({ code }) => showToast(t('code-renewed', { code })))
  if (connect === 'required') return <VerifyLink account={account} />
  if (!usable || !code) {
    const failed = (error: Error) => showToast(sentenceOfError(error, locale) ?? t('account-code-over'), { kind: 'problem' })
    return (
      <Button size="small" busy={renew.isPending} onClick={() => renew.mutate({ network }, { onError: failed })}>
        {t('account-new-code')}
      </Button>
    )
  }
  return (
    <>
      <span className="creator-code">{code}</span>
      <CopyButton text={code} label={t('account-copy')} size="small" />
      <VerifyLink account={account} />
    </>
  )
}
