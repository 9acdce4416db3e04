import { type Brand, type BrandContactForm, type BrandForm, BrandRegistered, type EventDraft, isPlaceholderName } from '@reelfair/contracts'
import { acceptCurrentTerms, type TermsAcceptance, withAcceptance } from './terms.ts'

/**
 * The saved form, with evidence that the terms were accepted: time, version and IP address.
 * @source decisions §7
 */
export interface BrandRegistration extends Omit<BrandForm, 'termsAccepted'> {
  /** The user's id, because each brand belongs to one user. */
  readonly id: string
  readonly registeredAt: Date
  /** One entry per accepted version, oldest first. */
  readonly terms: readonly TermsAcceptance[]
  readonly logoId?: string | undefined
  /** When the brand skipped the question about its company details. */
  readonly companySkippedAt?: Date | undefined
}

type SavedBrand = BrandRegistration & { readonly version: number }

/** Records only the first acceptance of each version of the terms, and emits an event only when the name changes. */
export function registerBrand(
  former: SavedBrand | undefined,
  form: BrandForm,
  made: { id: string; at: Date; ip?: string | undefined },
): { brand: BrandRegistration; events: readonly EventDraft[] } {
  const { termsAccepted: _, ...fields } = form
  const terms = withAcceptance(former?.terms ?? [], acceptCurrentTerms(made.at, made.ip))
  const kept = { registeredAt: former?.registeredAt ?? made.at, logoId: former?.logoId, companySkippedAt: former?.companySkippedAt }
  const brand: BrandRegistration = { ...fields, ...kept, terms, id: made.id }
  const isNewName = former?.brandName !== brand.brandName
  return { brand, events: isNewName ? [BrandRegistered.of(brand, { brandId: brand.id, version: (former?.version ?? 0) + 1 })] : [] }
}

/**
 * The brand accepts the Terms for its company, so the company's evidence follows its user's. Keeps the first acceptance
 * of a version, which may come from the registration form.
 */
export const acceptForCompany = (brand: BrandRegistration, acceptance: TermsAcceptance): BrandRegistration => ({
  ...brand,
  terms: withAcceptance(brand.terms, acceptance),
})

const CONTACT = [
  'brandName',
  'contactFirstName',
  'contactLastName',
  'contactEmail',
  'contactPhone',
] as const satisfies readonly (keyof BrandContactForm)[]

/** Saving the same name and contact again is not a new declaration. */
export const isSameContact = (one: BrandContactForm | undefined, other: BrandContactForm): boolean =>
  one !== undefined && CONTACT.every((field) => one[field] === other[field])

/** Drops the fields that the form omits, but keeps everything that other pages set. */
export function changeContact(former: SavedBrand, form: BrandContactForm): { brand: BrandRegistration; events: readonly EventDraft[] } {
  const { id, registeredAt, terms, logoId, companySkippedAt } = former
  const kept = { id, registeredAt, terms, logoId, companySkippedAt }
  const brand: BrandRegistration = { ...form, ...kept }
  const isNewName = former.brandName !== brand.brandName
  return { brand, events: isNewName ? [BrandRegistered.of(brand, { brandId: id, version: former.version + 1 })] : [] }
}

/** @param logoId undefined removes the logo */
export function changeLogo(former: SavedBrand, logoId: string | undefined): { brand: BrandRegistration; events: readonly EventDraft[] } {
  const brand: BrandRegistration = { ...former, logoId }
  return { brand, events: [BrandRegistered.of(brand, { brandId: brand.id, version: former.version + 1 })] }
}

/**
 * A brand is complete once its form has been saved with a real name instead of a placeholder.
 * @source specification §4
 */
export const isRegistered = (brand: Pick<BrandRegistration, 'brandName'> | undefined): boolean =>
  brand !== undefined && !isPlaceholderName(brand.brandName)

/**
 * Shows only the newest acceptance of the terms. Before the first save, the form shows only the account's e-mail
 * address.
 */
export function brandView(
  user: { id: string; email: string },
  brand: BrandRegistration | undefined,
): Omit<Brand, 'termsAcceptedAt'> & { termsAcceptedAt?: Date } {
  if (!brand) return { id: user.id, complete: false, contactEmail: user.email }
  const { terms, ...shown } = brand
  const newest = terms.at(-1)
  return { ...shown, ...(newest && { termsVersion: newest.version, termsAcceptedAt: newest.acceptedAt }), complete: isRegistered(brand) }
}
