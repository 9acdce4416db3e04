/** Values that take effect on a date and never change afterwards, such as the settings. */

export interface DatedValue<Value> {
  readonly value: Value
  readonly validFrom: Date
  readonly version: number
}

/** Whether `one` takes effect after `other`. Of two values with the same date, the newer version is in force. */
const isLater = (one: DatedValue<unknown>, other: DatedValue<unknown>): boolean =>
  one.validFrom.getTime() - other.validFrom.getTime() > 0 || (+one.validFrom === +other.validFrom && one.version > other.version)

/**
 * Returns the value in force at an instant, regardless of the order of `history`.
 * @example inForceAt(history, new Date('2026-11-21T12:00:00Z'))?.value
 */
export function inForceAt<Dated extends DatedValue<unknown>>(history: readonly Dated[], at: Date): Dated | undefined {
  let inForce: Dated | undefined
  for (const one of history) if (one.validFrom <= at && (!inForce || isLater(one, inForce))) inForce = one
  return inForce
}

/**
 * Returns the values that take effect after an instant, earliest first, without those that never do because a newer
 * version has the same date.
 * @example comingAfter(history, new Date()).map(({ validFrom }) => validFrom)
 */
export const comingAfter = <Dated extends DatedValue<unknown>>(history: readonly Dated[], at: Date): Dated[] =>
  history
    .filter((one) => one.validFrom > at && inForceAt(history, one.validFrom) === one)
    .toSorted((one, other) => +one.validFrom - +other.validFrom)
