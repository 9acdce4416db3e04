import type { AccountSettings, Me } from '@reelfair/contracts'
import { ErrorText, Form, Submit, showToast, TextField } from '@reelfair/ui'
import { Link, useForm, useWrite } from '@reelfair/web-kit'
import { AccountRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

/** A brand's contact has a first and last name in the brand profile; admins have none. */
export function NameRow({ me, account }: { me: Me; account: AccountSettings }) {
  const { t } = useText()
  if (me.role === 'brand' && me.complete)
    return (
      <AccountRow
        label={t('contact')}
        value={
          <Link className="rf-link" to="/brand/profile">
            {t('contact-link')}
          </Link>
        }
      />
    )
  if (me.role !== 'creator') return null
  const name = [account.firstName, account.lastName].filter((part) => part !== undefined).join(' ')
  return (
    <AccountRow label={t('name')} value={name ? <bdi>{name}</bdi> : t('name-none')} action={name ? undefined : t('name-add')}>
      {(close) => <NameForm account={account} close={close} />}
    </AccountRow>
  )
}

const orNothing = (name: string) => (name.trim() === '' ? undefined : name.trim())

function NameForm({ account, close }: { account: AccountSettings; close: () => void }) {
  const { t } = useText()
  const save = useWrite('PUT', '/identity/account/name', {
    changes: ['session'],
    onDone: () => {
      showToast(t('name-done'))
      close()
    },
  })
  const { field, submit, busy } = useForm({
    initial: { firstName: account.firstName ?? '', lastName: account.lastName ?? '' },
    invalidFieldsOf: (): ('firstName' | 'lastName')[] => [],
    messageOf: () => t('name-error'),
    request: save,
    onSubmit: ({ firstName, lastName }) => save.mutate({ firstName: orNothing(firstName), lastName: orNothing(lastName) }),
  })
  return (
    <Form onSubmit={submit}>
      <TextField label={t('first-name')} autoComplete="given-name" maxLength={80} autoFocus {...field('firstName')} />
      <TextField label={t('last-name')} hint={t('name-hint')} autoComplete="family-name" maxLength={80} {...field('lastName')} />
      <ErrorText error={save.error} otherwise={t('name-failed')} />
      <Submit busy={busy}>{t('name-save')}</Submit>
    </Form>
  )
}
