import type { AudienceLanguage, CampaignDraft, CampaignDuration, Category, Network } from '@reelfair/contracts'

/** What the form holds while it is filled in. */
export interface Entries {
  readonly name: string
  readonly viewsGoal: number
  readonly category: Category | ''
  readonly language: AudienceLanguage | ''
  readonly network: Network
  readonly link: string
  readonly duration: CampaignDuration
}

export const emptyEntries: Entries = {
  name: '',
  viewsGoal: 10_000,
  category: '',
  language: '',
  network: 'instagram',
  link: '',
  duration: '1w',
}

/** What a person could have known without asking the service; the service judges everything again. */
export type Fault = 'name' | 'category' | 'link'

function isWebLink(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && hostname.includes('.')
}

/** @returns the faulty fields in the order in which they stand. */
export function faultsOf({ name, category, link }: Entries): Fault[] {
  const faults: Fault[] = []
  if (name.trim() === '' || name.trim().length > 80) faults.push('name')
  if (category === '') faults.push('category')
  if (!isWebLink(link.trim())) faults.push('link')
  return faults
}

/** The draft to send, or undefined while something is missing. */
export function draftOf(entries: Entries): CampaignDraft | undefined {
  const { category, language, ...rest } = entries
  if (category === '' || faultsOf(entries).length > 0) return undefined
  return { ...rest, name: rest.name.trim(), link: rest.link.trim(), category, ...(language !== '' && { language }) }
}
