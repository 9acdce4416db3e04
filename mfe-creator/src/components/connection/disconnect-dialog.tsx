import type { Account } from '@reelfair/contracts'
import { labelNames, labelNetworks } from '@reelfair/contracts/reasons'
import { Button, ErrorText, showToast } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import type { Connect } from './connection.ts'
import { useText } from './messages/index.ts'

interface DisconnectDialogProps {
  readonly account: Account
  readonly connect: Connect
  readonly onClose: () => void
}

/** Says what the creator loses before the connection ends. */
export function DisconnectDialog({ account: { id: accountId, network, username }, connect, onClose }: DisconnectDialogProps) {
  const { t, locale } = useText()
  const disconnect = useWrite('DELETE', '/verification/accounts/:accountId/connection', {
    changes: ['accounts'],
    onDone: () => {
      showToast(t('disconnected', { username }), { kind: 'done' })
      onClose()
    },
  })
  return (
    <RichProvider>
      <Dialog
        open
        onClose={onClose}
        title={t('disconnect-title', { username })}
        locked={disconnect.isPending}
        actions={
          <>
            <Button data-autofocus onClick={onClose}>
              {t('disconnect-cancel')}
            </Button>
            <Button look="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate({ accountId })}>
              {t('disconnect')}
            </Button>
          </>
        }
      >
        <div className="creator-waiting">
          <p>{t('disconnect-text')}</p>
          <p>
            <strong>{t(connect === 'required' ? 'disconnect-required' : 'disconnect-offered')}</strong>{' '}
            {connect === 'offered' && labelNetworks.includes(network) && t('disconnect-paid-label', { label: labelNames[network][locale] })}
          </p>
          {network === 'instagram' && <p className="rf-note">{t('disconnect-instagram')}</p>}
        </div>
        <ErrorText error={disconnect.error} />
      </Dialog>
    </RichProvider>
  )
}
