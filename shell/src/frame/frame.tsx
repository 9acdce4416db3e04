import type { Me, Readings } from '@reelfair/contracts'
import { Layout, Masthead, type NavItem, ReadingLine, TabBar, type TabBarItem } from '@reelfair/ui'
import { homeOf, likelyRole, useLocation, useRead, useSession } from '@reelfair/web-kit'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import AtSign from 'lucide-react/icons/at-sign'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import House from 'lucide-react/icons/house'
import Plus from 'lucide-react/icons/plus'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { useText } from '../messages/index.ts'
import { AccountMenu, VisitorLinks } from './account.tsx'
import { LiveMark } from './live-mark.tsx'
import { PageFooter } from './page-footer.tsx'

/** The places of whoever is signed in; on the phone they are the tab bar. */
function usePlaces(me: Me | undefined): TabBarItem[] {
  const { t } = useText()
  const { pathname } = useLocation()
  const place = (href: string, label: string, icon: TabBarItem['icon']): TabBarItem => ({ href, label, icon, current: pathname === href })
  if (!me) return []
  switch (me.role) {
    case 'creator':
      return [
        place('/dashboard', t('nav-dashboard'), House),
        place('/balance', t('nav-balance'), Wallet),
        place('/profile', t('nav-accounts'), AtSign),
      ]
    case 'brand':
      // Nothing works before the registration, so nothing else is offered.
      return me.complete
        ? [
            place('/brand-dashboard', t('nav-campaigns'), ChartNoAxesColumn),
            place('/brand-dashboard/new-campaign', t('nav-new-campaign'), Plus),
            place('/brand-dashboard/purchase', t('nav-credits'), Wallet),
          ]
        : []
    case 'admin':
      return [place('/admin', t('nav-admin'), ChartNoAxesColumn), place('/admin/transfers', t('nav-transfers'), ArrowRightLeft)]
  }
}

/** The clock the product lives by. Absent until it is known: a page never waits for it. */
function Clock() {
  const readings = useRead<Readings>('readings', '/metrics/readings/latest')
  if (!readings.data) return null
  return <ReadingLine last={readings.data.last?.at} next={readings.data.nextAt} />
}

/** Masthead, footer and tab bar around every page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const session = useSession()
  const me = session.state === 'present' ? session.me : undefined
  const places = usePlaces(me)
  // Until the answer is there, someone who was signed in last time is not shown a visitor's frame.
  const visitor = !me && !(session.state === 'asking' && likelyRole())
  const landing: NavItem[] = [
    { href: '/#how', label: t('nav-how') },
    { href: '/#prices', label: t('nav-prices') },
    { href: '/#receipt', label: t('nav-receipt') },
    { href: '/#questions', label: t('nav-questions') },
  ]
  return (
    <Layout
      masthead={
        <Masthead
          home={me ? homeOf(me) : '/'}
          nav={visitor ? (pathname === '/' ? landing : []) : places}
          {...(me && { line: <Clock />, tools: <LiveMark /> })}
          account={me ? <AccountMenu me={me} /> : visitor && <VisitorLinks />}
        />
      }
      {...(visitor && { footer: <PageFooter /> })}
      {...(places.length > 1 && { tabBar: <TabBar items={places} /> })}
    >
      {children}
    </Layout>
  )
}
