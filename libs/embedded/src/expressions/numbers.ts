import { refuse } from '../errors.ts'
import { compare } from '../keys.ts'
import { add, type Decimal, decimalParts, divide, divideHalfEven, isDouble, makeDecimal, mod, multiply, subtract } from '../numbers.ts'
import { Decimal128, double, isDoc, isNum, type Num, toNumber, truthy, typeName, type Value } from '../values.ts'
import { type Accumulator, accumulators } from './accumulators.ts'
import { LAST_INSTANT } from './calendar.ts'
import { binary, isNullish, nary, type Positional, spendSteps, toInteger, unary, type V } from './operands.ts'

const numeric = (name: string, run: (v: Num) => Num): Positional =>
  unary((v) => {
    if (isNullish(v)) return null
    return isNum(v) ? run(v) : refuse(28765, `${name} only supports numeric types, not ${typeName(v)}`)
  })

/** Functions that return doubles. Unlike MongoDB, this engine rejects decimals, because they would lose digits. */
const real = (name: string, run: (n: number) => number, code = 0, reason = '', valid = (_: number) => true): Positional =>
  numeric(name, (v) => {
    if (v instanceof Decimal128) return refuse('CommandNotSupported', `${name} of a Decimal128 is not supported here`)
    const n = toNumber(v)
    return valid(n) || Number.isNaN(n) ? double(run(n)) : refuse(code, `${name}'s argument must be ${reason}, but is ${n}`)
  })

const fitted = (n: bigint, long: boolean): Num => (long || BigInt.asIntN(32, n) !== n ? n : Number(n))

function abs(v: Num): Num {
  if (v instanceof Decimal128) return changeParts(v, (d) => ({ ...d, negative: false }))
  if (isDouble(v)) return double(Math.abs(Number(v)))
  if (v === -(2n ** 63n)) refuse(28680, "can't take $abs of long long min")
  return typeof v === 'bigint' ? (v < 0n ? -v : v) : fitted(BigInt(Math.abs(Number(v))), false)
}

function changeParts(v: Decimal128, change: (d: Decimal) => Decimal): Decimal128 {
  const parts = decimalParts(v)
  if (typeof parts === 'number') return v
  const { negative, digits, exponent } = change(parts)
  return makeDecimal(negative ? -digits : digits, exponent, negative)
}

type Rounding = 'even' | 'zero' | 'up' | 'down'

/** Rounds to `place` digits after the decimal point, or before the decimal point if `place` is negative. */
function round(v: Num, place: number, mode: Rounding): Num {
  if (v instanceof Decimal128) return changeParts(v, (d) => quantize(d, place, mode))
  if (isDouble(v)) {
    const n = Number(v)
    if (!Number.isFinite(n)) return v
    // Takes 34 significant digits of the double's exact value, because a decimal cannot hold more.
    const [mantissa = '', exponent = ''] = Math.abs(n).toExponential(33).split('e')
    const exact = { negative: n < 0 || Object.is(n, -0), digits: BigInt(mantissa.replace('.', '')), exponent: Number(exponent) - 33 }
    const result = quantize(exact, place, mode)
    return double(Number(`${result.negative ? '-' : ''}${result.digits}e${result.exponent}`))
  }
  if (place >= 0) return v
  const n = BigInt(v as number | bigint)
  const result = quantize({ negative: n < 0n, digits: n < 0n ? -n : n, exponent: 0 }, place, mode)
  const value = (result.negative ? -1n : 1n) * result.digits * 10n ** BigInt(result.exponent)
  if (BigInt.asIntN(64, value) !== value) refuse(51080, `invalid conversion from Decimal128 result in rounding ${n} to ${place}`)
  return fitted(value, typeof v === 'bigint')
}

function quantize(d: Decimal, place: number, mode: Rounding): Decimal {
  const drop = -place - d.exponent
  if (drop <= 0) {
    const digits = d.digits * 10n ** BigInt(-drop)
    return digits < 10n ** 34n ? { ...d, digits, exponent: -place } : d
  }
  const unit = 10n ** BigInt(drop)
  const away = mode === (d.negative ? 'down' : 'up') && d.digits % unit > 0n ? 1n : 0n
  return { ...d, digits: mode === 'even' ? divideHalfEven(d.digits, unit) : d.digits / unit + away, exponent: -place }
}

const rounding = (name: string, mode: Rounding): Positional =>
  nary(
    ([v, ...rest]) => {
      const place = rest.length === 0 ? 0 : rest[0]
      if (isNullish(v) || isNullish(place)) return null
      if (!isNum(v)) return refuse(51081, `${name} only supports numeric types, not ${typeName(v)}`)
      if (!isNum(place)) return refuse(16004, `can't convert from BSON type ${typeName(place)} to long`)
      const digits = toInteger(place) ?? refuse(51082, `precision argument to  ${name} must be a integral value`)
      if (digits < -20 || digits > 100) refuse(51083, `cannot apply ${name} with precision value ${digits} value must be in [-20, 100]`)
      return round(v, digits, mode)
    },
    1,
    2,
  )

function pow(base: V, exponent: V): V {
  if (isNullish(base) || isNullish(exponent)) return null
  if (!isNum(base)) return refuse(28762, `$pow's base must be numeric, not ${typeName(base)}`)
  if (!isNum(exponent)) return refuse(28763, `$pow's exponent must be numeric, not ${typeName(exponent)}`)
  if (base instanceof Decimal128 || exponent instanceof Decimal128)
    return refuse('CommandNotSupported', '$pow of a Decimal128 is not supported here')
  const [b, e] = [Number(base), Number(exponent)]
  if (b === 0 && e < 0) refuse(28764, '$pow cannot take a base of 0 and a negative exponent')
  if (isDouble(base) || isDouble(exponent)) return double(b ** e)
  const long = typeof base === 'bigint' || typeof exponent === 'bigint'
  if (b === 1 || b === -1) return fitted(b === 1 || BigInt(exponent) % 2n === 0n ? 1n : -1n, long)
  if (b === 0) return fitted(e === 0 ? 1n : 0n, long)
  const exact = e >= 0 && e <= 63 ? BigInt(base) ** BigInt(e) : undefined
  return exact !== undefined && BigInt.asIntN(64, exact) === exact ? fitted(exact, long) : double(b ** e)
}

/** Rounds half milliseconds away from zero. */
function shift(date: Date, by: Num, sign: 1 | -1, name: string): Date {
  const n = toNumber(by)
  const instant = date.getTime() + sign * Math.sign(n) * Math.round(Math.abs(n))
  return Math.abs(instant) <= LAST_INSTANT ? new Date(instant) : refuse('Overflow', `date overflow in ${name}`)
}

function sum(args: readonly V[]): V {
  let date: Date | undefined
  let total: Num = 0
  for (const v of args) {
    if (isNullish(v)) return null
    if (isNum(v)) total = add(total, v)
    else if (!(v instanceof Date)) return refuse('TypeMismatch', `$add only supports numeric or date types, not ${typeName(v)}`)
    else if (date) return refuse(16612, 'only one date allowed in an $add expression')
    else date = v
  }
  return date ? shift(date, total, 1, '$add') : total
}

function product(args: readonly V[]): V {
  let total: Num = 1
  for (const v of args) {
    if (isNullish(v)) return null
    if (!isNum(v)) return refuse('TypeMismatch', `$multiply only supports numeric types, not ${typeName(v)}`)
    total = multiply(total, v)
  }
  return total
}

function difference(a: V, b: V): V {
  if (isNullish(a) || isNullish(b)) return null
  if (isNum(a) && isNum(b)) return subtract(a, b)
  if (a instanceof Date && b instanceof Date) return BigInt(a.getTime() - b.getTime())
  if (a instanceof Date && isNum(b)) return shift(a, b, -1, '$subtract')
  return refuse('TypeMismatch', `can't $subtract ${typeName(b)} from ${typeName(a)}`)
}

const ofTwo = (name: string, code: 'TypeMismatch' | number, run: (a: Num, b: Num) => Num): Positional =>
  binary((a, b) => {
    if (isNullish(a) || isNullish(b)) return null
    return isNum(a) && isNum(b) ? run(a, b) : refuse(code, `${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`)
  })

/** Applies an accumulator to the arguments, or to the elements of a single array argument. */
const gathered = (name: string): Positional =>
  nary((args) => {
    const accumulator = (accumulators[name] as () => Accumulator)()
    const [only] = args
    for (const v of args.length === 1 && Array.isArray(only) ? only : args) {
      spendSteps(isDoc(v) ? v.size : 1)
      accumulator.add(v)
    }
    return accumulator.result()
  })

const compared = (holds: (order: number) => Value): Positional => binary((a, b) => holds(compare(a, b)))

export const NUMBERS: Readonly<Record<string, Positional>> = {
  $abs: numeric('$abs', abs),
  $add: nary(sum),
  $ceil: numeric('$ceil', (v) => round(v, 0, 'up')),
  $divide: ofTwo('$divide', 'TypeMismatch', divide),
  $exp: real('$exp', Math.exp),
  $floor: numeric('$floor', (v) => round(v, 0, 'down')),
  $ln: real('$ln', Math.log, 28766, 'a positive number', (n) => n > 0),
  $log10: real('$log10', Math.log10, 28761, 'a positive number', (n) => n > 0),
  $mod: ofTwo('$mod', 16611, mod),
  $multiply: nary(product),
  $pow: binary(pow),
  $round: rounding('$round', 'even'),
  $sqrt: real('$sqrt', Math.sqrt, 28714, 'greater than or equal to 0', (n) => n >= 0),
  $subtract: binary(difference),
  $trunc: rounding('$trunc', 'zero'),
  $avg: gathered('$avg'),
  $max: gathered('$max'),
  $mergeObjects: gathered('$mergeObjects'),
  $min: gathered('$min'),
  $sum: gathered('$sum'),
  $cmp: compared(Math.sign),
  $eq: compared((order) => order === 0),
  $gt: compared((order) => order > 0),
  $gte: compared((order) => order >= 0),
  $lt: compared((order) => order < 0),
  $lte: compared((order) => order <= 0),
  $ne: compared((order) => order !== 0),
  $not: unary((v) => !truthy(v)),
}
