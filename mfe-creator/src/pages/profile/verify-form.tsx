import type { Account, Accounts, Network, NetworkStatus } from '@reelfair/contracts'
import { Button, ErrorText, Form, TextField } from '@reelfair/ui'
import { ApiError, sentenceOfError, sentenceOfField } from '@reelfair/web-kit'
import Check from 'lucide-react/icons/check'
import { useId, useState } from 'react'
import { useAccounts } from '../../components/queries.ts'
import { useText } from './messages/index.ts'
import { browserName, useAddAccount, useVerify } from './queries.ts'

type ButtonState = 'ready' | 'empty' | 'verified' | 'running' | 'limit'

interface Props {
  readonly network: Network
  readonly accounts: Accounts
  readonly networkStatus: NetworkStatus
}

const sameName = (a: string, b: string) => a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()

/** The button state. A running verification takes precedence over the typed account's own state. */
export function buttonState(
  username: string,
  own: readonly Account[],
  { attemptsLeft, accountsLimit }: { attemptsLeft: number; accountsLimit: number },
): ButtonState {
  const account = own.find((one) => sameName(one.username, username))
  if (own.some(({ status }) => status === 'verifying')) return 'running'
  if (account?.status === 'verified') return 'verified'
  if (attemptsLeft === 0 || (!account && own.length >= accountsLimit)) return 'limit'
  return username === '' ? 'empty' : 'ready'
}

/** The last step: username and Verify button. A new account is added first. The service validates the username. */
export function VerifyForm({ network, accounts, networkStatus }: Props) {
  const { t, locale } = useText()
  const own = accounts.items.filter((account) => account.network === network)
  const [username, setUsername] = useState(own.find(({ status }) => status !== 'verified')?.username ?? '')
  const id = useId()
  const add = useAddAccount()
  const verify = useVerify()
  const { refetch } = useAccounts()
  const networkName = t(`network-${network}`)
  const limits = { attemptsLeft: networkStatus.attemptsLeft, accountsLimit: accounts.limitPerNetwork }
  const state = add.isPending || verify.isPending ? 'running' : buttonState(username, own, limits)
  const isFull = own.length >= accounts.limitPerNetwork && state === 'limit' && networkStatus.attemptsLeft > 0
  const { error } = add
  const aboutName = error instanceof ApiError && (error.code.startsWith('username_') || error.fields.username !== undefined)
  const nameError = sentenceOfField(error, 'username', locale, t('verify-username-error')) ?? sentenceOfError(error, locale)

  const submit = () => {
    if (state !== 'ready') return
    verify.reset()
    const begin = (account: Account) =>
      verify.mutate(
        { accountId: account.id, userAgent: browserName() },
        {
          onError: (error) => {
            // The displayed code has expired. After the refetch, the panel requests a new one.
            if (error instanceof ApiError && error.code === 'verification_code_over') void refetch()
          },
        },
      )
    const known = own.find((one) => sameName(one.username, username))
    if (known) begin(known)
    else add.mutate({ network, username }, { onSuccess: begin })
  }
  const type = (value: string) => {
    setUsername(value)
    add.reset()
    verify.reset()
  }
  const words = {
    ready: t('verify-submit'),
    empty: t('verify-submit'),
    verified: t('verify-done'),
    running: t('verify-running'),
    limit: t('verify-limit'),
  }
  return (
    <Form onSubmit={submit} className="creator-verify">
      <TextField
        id={`${id}-username`}
        label={t('verify-username', { network: networkName })}
        hint={t('verify-username-hint')}
        before="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => type(event.target.value)}
        error={aboutName && nameError}
      />
      {state === 'verified' && <p className="rf-note">{t('verify-known', { username })}</p>}
      {isFull && <p className="rf-note">{t('verify-limit-accounts', { limit: accounts.limitPerNetwork, network: networkName })}</p>}
      <ErrorText error={aboutName ? verify.error : (error ?? verify.error)} />
      <Button
        type="submit"
        look="filled"
        size="large"
        busy={state === 'running'}
        disabled={state === 'empty' || state === 'verified' || state === 'limit'}
        {...(state === 'verified' && { icon: Check })}
      >
        {words[state]}
      </Button>
    </Form>
  )
}
