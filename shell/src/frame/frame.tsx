import type { Me } from '@reelfair/contracts'
import { Layout, Masthead, ReadingLine, TabBar, type TabBarItem } from '@reelfair/ui'
import { homeOf, likelyRole, useLocation, useRead, useSession } from '@reelfair/web-kit'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Handshake from 'lucide-react/icons/handshake'
import History from 'lucide-react/icons/history'
import House from 'lucide-react/icons/house'
import Megaphone from 'lucide-react/icons/megaphone'
import Plus from 'lucide-react/icons/plus'
import ScanSearch from 'lucide-react/icons/scan-search'
import Settings from 'lucide-react/icons/settings'
import Store from 'lucide-react/icons/store'
import UsersRound from 'lucide-react/icons/users-round'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { homePath } from '../components/home-path.ts'
import { useText } from '../messages/index.ts'
import { AccountMenu, VisitorLinks } from './account.tsx'
import { Bell } from './bell.tsx'
import { LiveMark } from './live-mark.tsx'
import { UserFooter, VisitorFooter } from './page-footer.tsx'

/** On phones the first four items form the tab bar; the menu has them all. */
function usePlaces(me: Me | undefined): TabBarItem[] {
  const { pathname } = useLocation()
  const places = usePlacesOf(me)
  // The longest matching path wins: /brand-dashboard/purchase has its own item, although /brand-dashboard matches too.
  // A partnership's page belongs to the brand's dashboard.
  const at = pathname.replace(/^\/partnerships(?=\/)/, '/brand-dashboard')
  const holding = places.filter(({ href }) => at === href || at.startsWith(`${href}/`))
  const current = holding.toSorted((one, other) => other.href.length - one.href.length)[0]
  return places.map((place) => ({ ...place, current: place === current }))
}

function usePlacesOf(me: Me | undefined): TabBarItem[] {
  const { t } = useText()
  const place = (href: string, label: string, icon: TabBarItem['icon']): TabBarItem => ({ href, label, icon })
  if (!me) return []
  switch (me.role) {
    case 'creator':
      return [
        place('/dashboard', t('nav-dashboard'), House),
        place('/public-campaigns', t('nav-campaigns'), Megaphone),
        place('/creator-history', t('nav-history'), History),
        place('/balance', t('nav-balance'), Wallet),
      ]
    case 'brand':
      // A brand cannot use these pages before it completes its registration.
      return me.complete
        ? [
            place('/brand-dashboard', t('nav-campaigns'), ChartNoAxesColumn),
            place('/brand-dashboard/new-campaign', t('nav-new-campaign'), Plus),
            place('/find-creators', t('nav-find-creators'), UsersRound),
            place('/brand-dashboard/purchase', t('nav-credits'), Wallet),
          ]
        : []
    case 'admin':
      if (!me.complete) return []
      return [
        place('/admin', t('nav-admin'), ChartNoAxesColumn),
        place('/admin/brands', t('nav-brands'), Store),
        place('/admin/partnerships', t('nav-partnerships'), Handshake),
        place('/admin/reviews', t('nav-reviews'), ScanSearch),
        place('/admin/transfers', t('nav-transfers'), ArrowRightLeft),
        place('/admin/settings', t('nav-settings'), Settings),
      ]
  }
}

/** Hidden until the reading times have loaded, because pages do not wait for them. */
function Clock() {
  const readings = useRead('readings', '/metrics/readings/latest')
  if (!readings.data) return null
  return <ReadingLine last={readings.data.last?.at} next={readings.data.nextAt} />
}

const Tools = () => (
  <>
    <LiveMark />
    <Bell />
  </>
)

export function Frame({ children }: { children: ReactNode }) {
  const { locale } = useText()
  const session = useSession()
  const me = session.state === 'present' ? session.me : undefined
  const places = usePlaces(me)
  // Until the session is known, a user who was signed in last time must not see the visitor's frame.
  const visitor = !me && !(session.state === 'asking' && likelyRole())
  return (
    <Layout
      masthead={
        <Masthead
          home={me ? homeOf(me) : homePath(locale)}
          nav={visitor ? [] : places}
          {...(me && { line: <Clock />, tools: <Tools /> })}
          account={me ? <AccountMenu me={me} /> : visitor && <VisitorLinks />}
        />
      }
      footer={visitor ? <VisitorFooter /> : me && <UserFooter />}
      {...(places.length > 1 && { tabBar: <TabBar items={places.slice(0, 4)} /> })}
    >
      {children}
    </Layout>
  )
}
