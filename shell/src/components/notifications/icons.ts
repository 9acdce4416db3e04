import type { NotificationKind } from '@reelfair/contracts'
import type { Icon } from '@reelfair/ui'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import CircleX from 'lucide-react/icons/circle-x'
import Download from 'lucide-react/icons/download'
import Flag from 'lucide-react/icons/flag'
import Handshake from 'lucide-react/icons/handshake'
import Landmark from 'lucide-react/icons/landmark'
import SignIn from 'lucide-react/icons/log-in'
import Mail from 'lucide-react/icons/mail'
import Receipt from 'lucide-react/icons/receipt'
import ScrollText from 'lucide-react/icons/scroll-text'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Unplug from 'lucide-react/icons/unplug'
import Wallet from 'lucide-react/icons/wallet'
import type { ComponentProps } from 'react'

export const icons: Readonly<Record<NotificationKind, ComponentProps<typeof Icon>['of']>> = {
  'account-verified': BadgeCheck,
  'account-failed': CircleX,
  'account-disconnected': Unplug,
  'campaign-started': Flag,
  'campaign-unfunded': CircleX,
  'campaign-goal-reached': Flag,
  'campaign-ended': Flag,
  'campaign-settled': Receipt,
  'earnings-settled': Wallet,
  'views-at-risk': TriangleAlert,
  'review-asks-brand': CircleHelp,
  'review-asks-admin': CircleHelp,
  'review-opened': CircleHelp,
  'review-counts': CircleHelp,
  'review-counts-brand': CircleHelp,
  'review-excluded': CircleX,
  'review-excluded-brand': CircleX,
  'invitation-received': Mail,
  'invitation-expiring': Mail,
  'invitation-unfunded': CircleX,
  'invitation-rejected': Mail,
  'invitation-superseded': Mail,
  'invitation-superseded-brand': Mail,
  'invitation-expired': Mail,
  'invitation-expired-brand': Mail,
  'invitation-withdrawn': Mail,
  'partnership-agreed': Handshake,
  'partnership-accepted': Handshake,
  'partnership-started': Flag,
  'partnership-started-brand': Flag,
  'partnership-ended': Flag,
  'partnership-ended-brand': Flag,
  'partnership-settled': Wallet,
  'partnership-settled-brand': Receipt,
  'order-paid': Receipt,
  'order-failed': CircleX,
  'transfer-paid': ArrowRightLeft,
  'transfer-failed': CircleX,
  'transfer-failed-admin': CircleX,
  'transfer-reversed': ArrowRightLeft,
  'payout-account-ready': Landmark,
  'payout-account-asks': Landmark,
  'payout-account-restricted': Landmark,
  'payout-account-closed': Landmark,
  'terms-change': ScrollText,
  'new-sign-in': SignIn,
  'data-export-ready': Download,
}
