import type { Account, Accounts, Network, NetworkStanding } from '@reelfair/contracts'
import { Button, ErrorText, Form, TextField } from '@reelfair/ui'
import { ApiError, sentenceOfError, sentenceOfField } from '@reelfair/web-kit'
import Check from 'lucide-react/icons/check'
import { useId, useState } from 'react'
import { useAccounts } from '../../components/queries.ts'
import { useText } from './messages/index.ts'
import { useAddAccount, useVerify } from './queries.ts'

type ButtonState = 'ready' | 'empty' | 'verified' | 'running' | 'limit'

interface Props {
  readonly network: Network
  readonly accounts: Accounts
  readonly standing: NetworkStanding
}

const sameName = (a: string, b: string) => a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()

/** What the button is, in the order in which a person would ask. */
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

/** The last step: username and Verify. An account that is new is added first. What is wrong with the name the service says. */
export function VerifyForm({ network, accounts, standing }: Props) {
  const { t, locale } = useText()
  const own = accounts.items.filter((account) => account.network === network)
  const [username, setUsername] = useState(own.find(({ status }) => status !== 'verified')?.username ?? '')
  const id = useId()
  const add = useAddAccount()
  const verify = useVerify()
  const { refetch } = useAccounts()
  const networkName = t(`network-${network}`)
  const limits = { attemptsLeft: standing.attemptsLeft, accountsLimit: accounts.limitPerNetwork }
  const state = add.isPending || verify.isPending ? 'running' : buttonState(username, own, limits)
  const isFull = own.length >= accounts.limitPerNetwork && state === 'limit' && standing.attemptsLeft > 0
  const { error } = add
  const aboutName = error instanceof ApiError && (error.code.startsWith('username_') || error.fields.username !== undefined)
  const said = sentenceOfField(error, 'username', locale, t('verify-username-error')) ?? sentenceOfError(error, locale)

  const submit = () => {
    if (state !== 'ready') return
    verify.reset()
    const begin = (account: Account) =>
      verify.mutate(
        { accountId: account.id, at: Date.now() },
        {
          onError: (error) => {
            // The code that stands above is over: the panel asks for the new one.
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
        error={aboutName && said}
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
