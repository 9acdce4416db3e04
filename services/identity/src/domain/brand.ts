/** The registration of a brand. Pure. */
import { type Brand, type BrandForm, BrandRegistered, type EventDraft, isPlaceholderName, TERMS_VERSION } from '@reelfair/contracts'

/** What is saved of the form, with the proof that the terms were accepted. @source decisions §7: time, version and IP address */
export interface BrandRegistration extends Omit<BrandForm, 'termsAccepted'> {
  /** The user's id: a brand is a user. */
  readonly id: string
  /** When the form was first saved. */
  readonly registeredAt: Date
  readonly termsVersion: string
  readonly termsAcceptedAt: Date
  readonly termsIp?: string | undefined
}

/** Saves the form. The first acceptance of a version of the terms is the one that is kept. The others hear of a first registration and of a new name. */
export function registerBrand(
  former: (BrandRegistration & { readonly version: number }) | undefined,
  form: BrandForm,
  made: { id: string; at: Date; ip?: string | undefined },
): { brand: BrandRegistration; events: readonly EventDraft[] } {
  const { termsAccepted: _, ...fields } = form
  const acceptance =
    former?.termsVersion === TERMS_VERSION
      ? { termsVersion: former.termsVersion, termsAcceptedAt: former.termsAcceptedAt, termsIp: former.termsIp }
      : { termsVersion: TERMS_VERSION, termsAcceptedAt: made.at, termsIp: made.ip }
  const brand: BrandRegistration = { ...fields, ...acceptance, id: made.id, registeredAt: former?.registeredAt ?? made.at }
  const isNews = former?.brandName !== brand.brandName
  return { brand, events: isNews ? [BrandRegistered.of(brand, { brandId: brand.id, version: (former?.version ?? 0) + 1 })] : [] }
}

/** Whether it may do what only complete brands may: saved, and under a name of its own. @source specification §4 */
export const isRegistered = (brand: Pick<BrandRegistration, 'brandName'> | undefined): boolean =>
  brand !== undefined && !isPlaceholderName(brand.brandName)

/** As the form's screen reads it; before the first save it has only the account's own address. */
export const brandView = (
  user: { id: string; email: string },
  brand: BrandRegistration | undefined,
): Omit<Brand, 'termsAcceptedAt'> & { termsAcceptedAt?: Date } =>
  brand ? { ...brand, complete: isRegistered(brand) } : { id: user.id, complete: false, contactEmail: user.email }
