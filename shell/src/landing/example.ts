/** The example receipt. These view counts are invented. Sums, pay and rounding follow the product's rules. */
export const SEEN = { canal: 318_406, brakes: 119_880 } as const
export const TAKEN_OFF = { not_human: 12_960, link_not_in_bio: 7_374, code_missing: 4_210 } as const

const sum = (views: Readonly<Record<string, number>>) => Object.values(views).reduce((total, one) => total + one, 0)
export const QUALIFIED = sum(SEEN) - sum(TAKEN_OFF)
