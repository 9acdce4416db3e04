import type {
  AudienceLanguage,
  CampaignDraft,
  CampaignDuration,
  Category,
  CurrentDraft,
  Media,
  Network,
  WizardDraft,
  Zone,
} from '@reelfair/contracts'
import { BYTES_PER_CHARACTER, isWithin, LINK_MAX, linkFaultOf } from '@reelfair/contracts/text'
import { isViewsGoal, VIEWS_GOAL } from '@reelfair/contracts/values'
import { indexOf, STEPS, type StepName } from './steps.ts'

export interface Entries {
  readonly name: string
  readonly category: Category | ''
  /** NaN while the input is not a number. */
  readonly viewsGoal: number | undefined
  readonly duration: CampaignDuration
  readonly network: Network
  readonly language: AudienceLanguage | ''
  readonly zones: readonly Zone[]
  readonly media: Media | undefined
  readonly link: string
}

export type SavedDraft = NonNullable<CurrentDraft['draft']>

export const emptyEntries: Entries = {
  name: '',
  category: '',
  viewsGoal: 10_000,
  duration: '1w',
  network: 'instagram',
  language: '',
  zones: [],
  media: undefined,
  link: '',
}

const NAME_MAX = 80
/** Maximum length of the input field in UTF-16 code units. The actual limit counts grapheme clusters. */
export const NAME_UNITS = NAME_MAX * BYTES_PER_CHARACTER

/**
 * The page detects these faults, and the service checks all entries again. All faults except `name` are codes from the
 * error table.
 */
export type Fault =
  | 'name'
  | 'category_required'
  | 'views_goal_invalid'
  | 'media_required'
  | 'link_required'
  | 'link_invalid'
  | 'link_unsafe'

export type CheckedField = 'name' | 'category' | 'viewsGoal' | 'media' | 'link'

export const fieldOfFault: Readonly<Record<Fault, CheckedField>> = {
  name: 'name',
  category_required: 'category',
  views_goal_invalid: 'viewsGoal',
  media_required: 'media',
  link_required: 'link',
  link_invalid: 'link',
  link_unsafe: 'link',
}

const stepOfField: Readonly<Record<CheckedField, StepName>> = {
  name: 'goal',
  category: 'goal',
  viewsGoal: 'goal',
  media: 'media',
  link: 'link',
}

const stepOf = (fault: Fault): StepName => stepOfField[fieldOfFault[fault]]

/** Faults are in the order of the steps and their fields. */
export function faultsOf({ name, category, viewsGoal, media, link }: Entries): Fault[] {
  const faults: Fault[] = []
  if (name.trim() === '' || !isWithin(name.trim(), NAME_MAX)) faults.push('name')
  if (category === '') faults.push('category_required')
  if (!isViewsGoal(viewsGoal)) faults.push('views_goal_invalid')
  if (!media) faults.push('media_required')
  const linkFault = linkFaultOf(link)
  if (linkFault) faults.push(linkFault)
  return faults
}

export const faultsAt = (entries: Entries, step: StepName): Fault[] => faultsOf(entries).filter((fault) => stepOf(fault) === step)

/** The first step with a fault, or the payment step if there are no faults. */
export function furthestOf(entries: Entries): StepName {
  const [first] = faultsOf(entries)
  return first ? stepOf(first) : 'payment'
}

export function resumeAt(step: number, entries: Entries): StepName {
  const furthest = furthestOf(entries)
  return STEPS[Math.min(Math.max(step - 1, 0), indexOf(furthest))] ?? 'goal'
}

/** A draft may include incomplete entries, but not values that the service cannot store. */
export function draftOf(entries: Entries, step: StepName): WizardDraft {
  const { name, category, viewsGoal, language, zones, media, link, network, duration } = entries
  const keepsGoal = Number.isInteger(viewsGoal) && Number(viewsGoal) >= 0 && Number(viewsGoal) <= VIEWS_GOAL.max
  return {
    step: indexOf(step) + 1,
    name: name.slice(0, NAME_UNITS),
    network,
    duration,
    zones: [...zones],
    link: link.slice(0, LINK_MAX),
    ...(keepsGoal && { viewsGoal: Number(viewsGoal) }),
    ...(category !== '' && { category }),
    ...(language !== '' && { language }),
    ...(media && { mediaId: media.id }),
  }
}

export function entriesOf(draft: SavedDraft | undefined): Entries {
  if (!draft) return emptyEntries
  const { name, category, viewsGoal, duration, network, language, zones, media, link } = draft
  return {
    name: name ?? '',
    category: category ?? '',
    viewsGoal,
    duration: duration ?? emptyEntries.duration,
    network: network ?? emptyEntries.network,
    language: language ?? '',
    zones: zones ?? [],
    media,
    link: link ?? '',
  }
}

export function campaignOf(entries: Entries): CampaignDraft | undefined {
  const { name, category, viewsGoal, language, zones, media, link, network, duration } = entries
  if (category === '' || !isViewsGoal(viewsGoal) || !media || faultsOf(entries).length > 0) return undefined
  return {
    name: name.trim(),
    viewsGoal,
    category,
    ...(language !== '' && { language }),
    zones: [...zones],
    network,
    link: link.trim(),
    duration,
    mediaId: media.id,
  }
}
