import type { Account, Accounts, Network, NetworkStatus } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, ErrorText, Form, TextField } from '@reelfair/ui'
import { ApiError, sentenceOfError, sentenceOfField } from '@reelfair/web-kit'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
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

/** A running verification takes precedence over the state of the entered account. */
function buttonState(
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

/** Adds a new account before verifying it. */
function useVerification(network: Network, own: readonly Account[]) {
  const add = useAddAccount()
  const verify = useVerify()
  const { refetch } = useAccounts()
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
  const start = (username: string) => {
    verify.reset()
    const known = own.find((one) => sameName(one.username, username))
    if (known) begin(known)
    else add.mutate({ network, username }, { onSuccess: begin })
  }
  const reset = () => {
    add.reset()
    verify.reset()
  }
  const aboutName = add.error instanceof ApiError && (add.error.code.startsWith('username_') || add.error.fields.username !== undefined)
  return {
    start,
    reset,
    isPending: add.isPending || verify.isPending,
    nameError: aboutName ? add.error : null,
    error: aboutName ? verify.error : (add.error ?? verify.error),
  }
}

/** The service validates the username. */
export function VerifyForm({ network, accounts, networkStatus }: Props) {
  const { t, locale } = useText()
  const own = accounts.items.filter((account) => account.network === network)
  const [username, setUsername] = useState(own.find(({ status }) => status !== 'verified')?.username ?? '')
  const { start, reset, isPending, nameError, error } = useVerification(network, own)
  const networkName = NETWORK_NAMES[network]
  const limits = { attemptsLeft: networkStatus.attemptsLeft, accountsLimit: accounts.limitPerNetwork }
  const state = isPending ? 'running' : buttonState(username, own, limits)
  const isFull = own.length >= accounts.limitPerNetwork && state === 'limit' && networkStatus.attemptsLeft > 0
  const words = {
    ready: t('verify-submit'),
    empty: t('verify-submit'),
    verified: t('verify-done'),
    running: t('verify-running'),
    limit: t('verify-limit'),
  }
  return (
    <Form
      onSubmit={() => {
        if (state === 'ready') start(username)
      }}
      className="creator-verify"
    >
      <TextField
        label={t('verify-username', { network: networkName })}
        hint={t('verify-username-hint')}
        before="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => {
          setUsername(event.target.value)
          reset()
        }}
        error={sentenceOfField(nameError, 'username', locale, t('verify-username-error')) ?? sentenceOfError(nameError, locale)}
      />
      {state === 'verified' && <p className="rf-note">{t('verify-known', { username })}</p>}
      {isFull && (
        <p className="rf-note">
          {/* If all accounts were verified, so that users couldn't remove any, the panel would not show this form. */}
          {t('verify-limit-accounts', { limit: accounts.limitPerNetwork, network: networkName })} {t('verify-limit-remove')}
        </p>
      )}
      <ErrorText error={error} />
      <Button
        type="submit"
        // A panel has one filled button; with a connection offered, that is its own.
        look={networkStatus.connect ? 'outlined' : 'filled'}
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
