/** A brand's registration. Pure. */
import { type Brand, type BrandForm, BrandRegistered, type EventDraft, isPlaceholderName, TERMS_VERSION } from '@reelfair/contracts'

/** The saved form and evidence that the terms were accepted. @source decisions §7: time, version and IP address */
export interface BrandRegistration extends Omit<BrandForm, 'termsAccepted'> {
  /** The user's id: a brand is a user. */
  readonly id: string
  /** When the form was first saved. */
  readonly registeredAt: Date
  readonly termsVersion: string
  readonly termsAcceptedAt: Date
  readonly termsIp?: string | undefined
}

/**
 * Saves the form and keeps the first acceptance of each version of the terms. Emits an event only when the name
 * changes.
 */
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
  const isNewName = former?.brandName !== brand.brandName
  return { brand, events: isNewName ? [BrandRegistered.of(brand, { brandId: brand.id, version: (former?.version ?? 0) + 1 })] : [] }
}

/**
 * Whether the brand is complete: its form has been saved, and its name is not a placeholder.
 * @source specification §4
 */
export const isRegistered = (brand: Pick<BrandRegistration, 'brandName'> | undefined): boolean =>
  brand !== undefined && !isPlaceholderName(brand.brandName)

/** The brand as the form shows it. Before the first save, it contains only the account's e-mail address. */
export const brandView = (
  user: { id: string; email: string },
  brand: BrandRegistration | undefined,
): Omit<Brand, 'termsAcceptedAt'> & { termsAcceptedAt?: Date } =>
  brand ? { ...brand, complete: isRegistered(brand) } : { id: user.id, complete: false, contactEmail: user.email }
