import type { PublicCampaign, SignUp } from '@reelfair/contracts'
import { Button, Choice, ErrorPanel, ErrorText, formatDateTime, SkeletonRows, showToast, TextLink, useNow } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { ApiError } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'
import { BrandName } from '../brand-name.tsx'
import { Instructions } from '../instructions/instructions.tsx'
import { useText } from '../instructions/messages/index.ts'
import { useSignUps } from '../queries.ts'
import { Agreement } from './agreement.tsx'
import { ReasonLine } from './reason-line.tsx'
import { eligibleOf, isOver, NotEligible, type Reader } from './standing.tsx'
import { reasonsOf, useJoin } from './use-public-campaigns.ts'

interface JoinDialogProps extends Omit<Reader, 'onOpen'> {
  /** As it stands now. */
  readonly campaign: PublicCampaign
  /** The account whose button was pressed. */
  readonly chosen: string | undefined
  readonly windowDays: number
  /** The list is not right any more. */
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Campaign and brand. Until the brand's name has arrived, the campaign's alone. */
const titleOf = ({ name, brandName }: PublicCampaign) => (brandName === undefined ? name : `${name} (${brandName})`)

/** Asks before a sign-up what one agrees to, and says afterwards what to do. For a campaign one is in already, only the latter. */
export function JoinDialog(props: JoinDialogProps) {
  const { t } = useText()
  const { campaign, onClose, onChanged } = props
  const [joined, setJoined] = useState<SignUp>()
  const known = campaign.signedUpWith !== undefined
  const join = useJoin(campaign.id, (signUp) => {
    showToast(t('join-done'), { kind: 'done' })
    setJoined(signUp)
  })
  // Somebody who is in already has what they want. @source specification §8
  const isKnown = join.error instanceof ApiError && join.error.code === 'already_signed_up'
  const isRefused = join.error instanceof ApiError && !join.error.outcomeUnknown
  useEffect(() => {
    if (isRefused) onChanged()
  }, [isRefused, onChanged])
  return (
    <RichProvider>
      {joined || known || isKnown ? (
        <Dialog open onClose={onClose} size="large" title={t(joined ? 'joined-title' : 'joined-title-known', { name: titleOf(campaign) })}>
          <Afterwards campaignId={campaign.id} joined={joined} />
        </Dialog>
      ) : (
        <Question {...props} join={join} />
      )}
    </RichProvider>
  )
}

function Question({
  campaign,
  chosen,
  windowDays,
  figures,
  accounts,
  signUps,
  onClose,
  join,
}: JoinDialogProps & { join: ReturnType<typeof useJoin> }) {
  const { t, locale } = useText()
  const eligible = eligibleOf(campaign)
  const [picked, setPicked] = useState(chosen)
  const account = eligible.find(({ accountId }) => accountId === picked) ?? eligible[0]
  const over = isOver(campaign, useNow(10_000))
  const isOpen = account !== undefined && !over
  const busy = join.isPending
  const grounds = { campaign, figures, signUps }
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      locked={busy}
      title={t('join-ask', { name: titleOf(campaign) })}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t(isOpen ? 'join-cancel' : 'join-close')}
          </Button>
          {isOpen && (
            <Button look="filled" busy={busy} onClick={() => join.mutate({ accountId: account.accountId })}>
              {t('join-confirm', { username: account.username })}
            </Button>
          )}
        </>
      }
    >
      <div className="creator-join" tabIndex={-1} data-autofocus>
        {campaign.brandSince && (
          <p>
            <BrandName brandName={campaign.brandName} brandSince={campaign.brandSince} />
          </p>
        )}
        {!isOpen && (
          <div role="alert">
            <NotEligible
              campaign={over ? { ...campaign, accounts: [], reasons: ['campaign_ended'] } : campaign}
              figures={figures}
              accounts={accounts}
              signUps={signUps}
            />
          </div>
        )}
        {isOpen && (
          <>
            {eligible.length > 1 ? (
              <Choice
                label={t('join-account')}
                look="cards"
                options={eligible.map(({ accountId, username }) => ({
                  value: accountId,
                  label: `@${username}`,
                  hint: t(`network-${campaign.network}`),
                }))}
                value={account.accountId}
                onValue={setPicked}
              />
            ) : (
              <p>{t('join-as', { username: account.username, end: formatDateTime(campaign.endsAt, locale, { weekday: 'short' }) })}</p>
            )}
            <Agreement campaign={campaign} accountId={account.accountId} windowDays={windowDays} />
          </>
        )}
        <ErrorText error={join.error} />
        {(isOpen ? reasonsOf(join.error) : []).map((reason) => (
          <ReasonLine key={reason} reason={reason} account={accounts.find(({ id }) => id === account?.accountId)} {...grounds} />
        ))}
        <WayOut error={join.error} campaign={campaign} />
      </div>
    </Dialog>
  )
}

/** Where a refusal is mended. */
function WayOut({ error, campaign: { network } }: { error: Error | null; campaign: PublicCampaign }) {
  const { t } = useText()
  if (!(error instanceof ApiError)) return null
  switch (error.code) {
    case 'creator_profile_missing':
    case 'reference_invalid':
      return <TextLink href={`/profile?network=${network}`}>{t('mend-profile')}</TextLink>
    case 'signup_limit_reached':
      return <TextLink href="/creator-history">{t('mend-limit')}</TextLink>
    case 'not_signed_in':
      return <TextLink href="/login">{t('mend-sign-in')}</TextLink>
    default:
      return null
  }
}

/** The instructions of a sign-up that was just made, or is among the creator's. */
function Afterwards({ campaignId, joined }: { campaignId: string; joined: SignUp | undefined }) {
  const { t } = useText()
  const signUps = useSignUps()
  const signUp = joined ?? signUps.items?.find((one) => one.campaignId === campaignId)
  const { refetch } = signUps
  // One that was made in another window is not known here yet.
  const isKnown = signUp !== undefined
  useEffect(() => {
    if (!isKnown) void refetch()
  }, [isKnown, refetch])
  return (
    // The button that was pressed is gone: the focus goes to what it brought, not to the cross.
    <div className="creator-joined" tabIndex={-1} data-autofocus>
      {signUp && <Instructions signUp={signUp} />}
      {!signUp && !signUps.isError && signUps.isFetching && <SkeletonRows rows={3} height={96} />}
      {!signUp && signUps.isError && (
        <ErrorPanel title={t('sign-up-failed')} error={signUps.error} onRetry={signUps.refetch} busy={signUps.isFetching} />
      )}
      {!signUp && signUps.isSuccess && !signUps.isFetching && <TextLink href="/creator-history">{t('mend-already_signed_up')}</TextLink>}
    </div>
  )
}
