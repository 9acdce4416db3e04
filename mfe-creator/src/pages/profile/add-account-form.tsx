import type { Account, Accounts, Network } from '@reelfair/contracts'
import { Choice, ErrorText, Form, Submit, showToast, TextField } from '@reelfair/ui'
import { ApiError, sentenceOfError, sentenceOfField, useWrite } from '@reelfair/web-kit'
import { useId, useState } from 'react'
import { useText } from '../../messages/index.ts'

const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const satisfies Network[]

/** Network and username. What is wrong with a username the service says, each case in its own sentence. */
export function AddAccountForm({ accounts }: { accounts: Accounts | undefined }) {
  const { t, locale } = useText()
  const [network, setNetwork] = useState<Network>('instagram')
  const [username, setUsername] = useState('')
  const [sent, setSent] = useState(false)
  const id = useId()
  const add = useWrite<{ network: Network; username: string }, Account>('POST', '/verification/accounts', {
    changes: ['accounts'],
    onDone: (account) => {
      setUsername('')
      setSent(false)
      showToast(t('add-done', { username: account.username, code: account.code ?? '' }))
    },
  })
  const full = accounts && accounts.items.filter((account) => account.network === network).length >= accounts.limitPerNetwork
  const aboutUsername = add.error instanceof ApiError && (add.error.code.startsWith('username_') || add.error.fields.username !== undefined)
  const said = sentenceOfField(add.error, 'username', locale, t('add-username-error')) ?? sentenceOfError(add.error, locale)

  const submit = () => {
    setSent(true)
    if (username === '') document.getElementById(`${id}-username`)?.focus()
    else add.mutate({ network, username })
  }

  return (
    <Form sheet onSubmit={submit}>
      <Choice
        label={t('add-network')}
        look="segments"
        options={NETWORKS.map((value) => ({ value, label: t(`network-${value}`) }))}
        value={network}
        onValue={(value) => setNetwork(value as Network)}
        error={full && t('add-limit', { limit: accounts.limitPerNetwork, network: t(`network-${network}`) })}
      />
      <TextField
        id={`${id}-username`}
        label={t('add-username')}
        hint={t('add-username-hint')}
        before="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={sent && username === '' ? t('add-username-error') : aboutUsername && said}
      />
      <ErrorText error={aboutUsername ? null : add.error} />
      <Submit wide busy={add.isPending}>
        {t('add-submit')}
      </Submit>
    </Form>
  )
}
