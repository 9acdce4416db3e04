import type { Locale, NotificationChoices, NotificationGroup, Role } from '@reelfair/contracts'
import { groups } from './notification-groups.ts'
import { kinds } from './notification-kinds.ts'

/** Money, terms and security reach every user. */
export const isOptional = (group: NotificationGroup): boolean => groups[group].mail === 'choice'

const sendsMail = (group: NotificationGroup, role: Role) =>
  Object.values(kinds).some((kind) => kind.group === group && kind.mail && kind.roles.includes(role))

/** Whether a group's e-mails are sent to a user with these choices. */
export const wantsMail = (group: NotificationGroup, mailOff: readonly NotificationGroup[]): boolean =>
  !isOptional(group) || !mailOff.includes(group)

export const groupsFor = (role: Role, mailOff: readonly NotificationGroup[], locale: Locale): NotificationChoices['items'] =>
  (Object.keys(groups) as NotificationGroup[])
    .filter((group) => groups[group].roles.includes(role))
    .map((group) => ({
      group,
      name: groups[group].name[locale],
      about: groups[group].about[locale],
      mail: !isOptional(group) ? 'always' : !sendsMail(group, role) ? 'never' : wantsMail(group, mailOff) ? 'on' : 'off',
    }))
