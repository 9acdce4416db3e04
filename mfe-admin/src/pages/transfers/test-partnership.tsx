import { Button, ErrorText, Select, showToast, TextField } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { useForm, useRead, useWrite } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

interface Fields {
  readonly brandId: string
  readonly username: string
}

const EMPTY: Fields = { brandId: '', username: '' }

/** Sandbox only. The pay follows the usual way, so its transfer appears in the queue and the log. */
export function TestPartnershipDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const brands = useRead('brand', '/identity/admin/brands', { limit: 100 })
  const request = useWrite('POST', '/partnerships/admin/test-partnerships', {
    changes: ['partnerships', 'transfers'],
    onDone: () => {
      showToast(t('test-requested'), { kind: 'done' })
      onClose()
    },
  })
  const form = useForm({
    initial: EMPTY,
    invalidFieldsOf: ({ brandId, username }) => [
      ...(brandId === '' ? (['brandId'] as const) : []),
      ...(username.trim() === '' ? (['username'] as const) : []),
    ],
    messageOf: (field) => t(`test-${field}-missing`),
    fieldOfCode: { not_found: 'username', account_not_invitable: 'username', invitation_open: 'username', media_required: 'brandId' },
    request,
    onSubmit: (values) => request.mutate(values),
  })
  return (
    <RichProvider>
      <Dialog
        open
        onClose={onClose}
        title={t('test-title')}
        locked={request.isPending}
        actions={
          <>
            <Button disabled={request.isPending} onClick={onClose}>
              {t('decision-cancel')}
            </Button>
            <Button look="filled" busy={request.isPending} onClick={form.submit}>
              {t('test-create')}
            </Button>
          </>
        }
      >
        <div className="admin-decision">
          <p>{t('test-text')}</p>
          <Select
            {...form.field('brandId')}
            label={t('partnerships-brand')}
            placeholder={t('test-brand')}
            options={(brands.data?.items ?? []).map(({ id, brandName }) => ({ value: id, label: brandName }))}
          />
          <TextField {...form.field('username')} label={t('partnerships-creator-filter')} autoComplete="off" maxLength={200} />
          <ErrorText error={form.error} />
        </div>
      </Dialog>
    </RichProvider>
  )
}
