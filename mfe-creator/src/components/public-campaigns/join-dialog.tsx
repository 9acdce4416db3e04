import type { PublicCampaign, SignUp } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, Choice, ErrorText, formatDateTime, LoadError, SkeletonRows, showToast, TextLink, useNow } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { ApiError } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'
import { BrandName } from '../brand-name.tsx'
import { Instructions } from '../instructions/instructions.tsx'
import { useText } from '../instructions/messages/index.ts'
import { useSignUps } from '../queries.ts'
import { Agreement } from './agreement.tsx'
import { type CreatorContext, eligibleAccounts, isOver, NotEligible } from './join-state.tsx'
import { ReasonLine } from './reason-line.tsx'
import { reasonsOf, useJoin } from './use-public-campaigns.ts'

interface JoinDialogProps extends Omit<CreatorContext, 'onOpen'> {
  readonly campaign: PublicCampaign
  /** The account whose button was pressed. */
  readonly chosen: string | undefined
  readonly windowDays: number
  /** Called when the list of campaigns is out of date. */
  readonly onChanged: () => void
  readonly onClose: () => void
}

const titleOf = ({ name, brandName }: PublicCampaign) => (brandName === undefined ? name : `${name} (${brandName})`)

/** Shows the terms before a sign-up and the instructions after it. */
export function JoinDialog(props: JoinDialogProps) {
  const { t } = useText()
  const { campaign, onClose, onChanged } = props
  const [joined, setJoined] = useState<SignUp>()
  const known = campaign.signedUpWith !== undefined
  const join = useJoin((signUp) => {
    showToast(t('join-done'), { kind: 'done' })
    setJoined(signUp)
  })
  // If the creator has already signed up, show the instructions instead of an error. @source specification §8
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

function Question(props: JoinDialogProps & { join: ReturnType<typeof useJoin> }) {
  const { t } = useText()
  const { campaign, chosen, windowDays, figures, accounts, signUps, onClose, join } = props
  const eligible = eligibleAccounts(campaign)
  const [picked, setPicked] = useState(chosen)
  const account = eligible.find(({ accountId }) => accountId === picked) ?? eligible[0]
  const over = isOver(campaign, useNow(10_000))
  const isOpen = account !== undefined && !over
  const busy = join.isPending
  const situation = { figures, accounts, signUps }
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
            <Button look="filled" busy={busy} onClick={() => join.mutate({ campaignId: campaign.id, accountId: account.accountId })}>
              {t('join-confirm', { username: account.username })}
            </Button>
          )}
        </>
      }
    >
      <div className="creator-join" tabIndex={-1} data-autofocus>
        {campaign.brandSince && (
          <p>
            <BrandName of={campaign} />
          </p>
        )}
        {isOpen ? (
          <>
            <AccountChoice campaign={campaign} eligible={eligible} account={account} onPick={setPicked} />
            <Agreement campaign={campaign} accountId={account.accountId} windowDays={windowDays} />
          </>
        ) : (
          <div role="alert">
            <NotEligible campaign={over ? { ...campaign, accounts: [], reasons: ['campaign_ended'] } : campaign} {...situation} />
          </div>
        )}
        <ErrorText error={join.error} />
        {isOpen && <Refusals error={join.error} campaign={campaign} accountId={account.accountId} {...situation} />}
        <FixLink error={join.error} campaign={campaign} />
      </div>
    </Dialog>
  )
}

interface AccountChoiceProps {
  readonly campaign: PublicCampaign
  readonly eligible: ReturnType<typeof eligibleAccounts>
  readonly account: ReturnType<typeof eligibleAccounts>[number]
  readonly onPick: (accountId: string) => void
}

function AccountChoice({ campaign: { network, endsAt }, eligible, account, onPick }: AccountChoiceProps) {
  const { t, locale } = useText()
  if (eligible.length === 1) {
    return <p>{t('join-as', { username: account.username, end: formatDateTime(endsAt, locale, { weekday: 'short' }) })}</p>
  }
  const options = eligible.map(({ accountId, username }) => ({ value: accountId, label: `@${username}`, hint: NETWORK_NAMES[network] }))
  return <Choice label={t('join-account')} look="cards" options={options} value={account.accountId} onValue={onPick} />
}

interface RefusalsProps extends Pick<JoinDialogProps, 'campaign' | 'figures' | 'accounts' | 'signUps'> {
  readonly error: Error | null
  readonly accountId: string
}

function Refusals({ error, accountId, accounts, ...grounds }: RefusalsProps) {
  const account = accounts.find(({ id }) => id === accountId)
  return reasonsOf(error).map((reason) => <ReasonLine key={reason} reason={reason} account={account} {...grounds} />)
}

function FixLink({ error, campaign: { network } }: { error: Error | null; campaign: PublicCampaign }) {
  const { t } = useText()
  if (!(error instanceof ApiError)) return null
  switch (error.code) {
    case 'creator_profile_missing':
    case 'reference_invalid':
      return <TextLink href={`/profile?network=${network}`}>{t('fix-profile')}</TextLink>
    case 'signup_limit_reached':
      return <TextLink href="/creator-history">{t('fix-limit')}</TextLink>
    case 'not_signed_in':
      return <TextLink href="/login">{t('fix-sign-in')}</TextLink>
    default:
      return null
  }
}

function Afterwards({ campaignId, joined }: { campaignId: string; joined: SignUp | undefined }) {
  const { t } = useText()
  const signUps = useSignUps()
  const signUp = joined ?? signUps.items?.find((one) => one.campaignId === campaignId)
  const { refetch } = signUps
  // A sign-up made in another window may not have been loaded yet.
  const isKnown = signUp !== undefined
  useEffect(() => {
    if (!isKnown) void refetch()
  }, [isKnown, refetch])
  return (
    // The pressed button no longer exists, so focus moves to the instructions instead of the close button.
    <div className="creator-joined" tabIndex={-1} data-autofocus>
      {signUp && <Instructions signUp={signUp} />}
      {!signUp && !signUps.isError && signUps.isFetching && <SkeletonRows rows={3} height={96} />}
      {!signUp && signUps.isError && <LoadError title={t('sign-up-failed')} query={signUps} />}
      {!signUp && signUps.isSuccess && !signUps.isFetching && <TextLink href="/creator-history">{t('fix-already_signed_up')}</TextLink>}
    </div>
  )
}
