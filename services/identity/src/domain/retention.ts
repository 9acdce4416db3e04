/** The nightly job removes sign-ups that stay unconfirmed for this long. */
export const UNCONFIRMED_DAYS = 30

/** Years for which evidence of accepted terms is kept after deletion: the limitation period for contract claims. */
export const EVIDENCE_YEARS = 5

/** Years for which the company's details are kept as accounting records after the deletion. @source decisions §7 */
export const COMPANY_YEARS = 10

export function inYears(from: Date, years: number): Date {
  const at = new Date(from)
  at.setUTCFullYear(at.getUTCFullYear() + years)
  return at
}
