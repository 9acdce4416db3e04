/**
 * Compares JSON values with the types of `schema-types.ts`. It resolves only the types of the fields that a value has,
 * because a schema of everything that these types refer to contains 2,000 definitions.
 */
import { resolve } from 'node:path'
// TypeScript 7 has no API for reading types. This package contains and exports TypeScript 5.
import { ts } from 'typescript-json-schema'

const FILE = resolve(import.meta.dirname, 'schema-types.ts')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns a function that describes how a value differs from an exported type, with one line for each difference */
export function openTypes(): (name: string, value: unknown) => string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone
  const program = ts.createProgram([FILE], options, host)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(FILE)
  const file = source && checker.getSymbolAtLocation(source)
  if (!file) throw new Error('failed to read the SDK types')
  const exported = new Map(checker.getExportsOfModule(file).map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]))

  function faultsOf(type: ts.Type, value: unknown, path: string): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return []
    if (type.isUnion()) {
      const faults = type.types.map((one) => faultsOf(one, value, path))
      // Names the allowed types, or the faults of the object that the value resembles most.
      const closest = faults.filter((of) => !of.some((fault) => fault.startsWith(`${path}: expected`)))
      return faults.some((of) => of.length === 0)
        ? []
        : (closest.sort((one, other) => one.length - other.length)[0] ?? [`${path}: expected ${checker.typeToString(type)}`])
    }
    const matches = matchesPrimitive(type, value)
    if (matches !== undefined) return matches ? [] : [`${path}: expected ${checker.typeToString(type)}`]
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      if (!Array.isArray(value) || !element) return [`${path}: expected a list`]
      return value.flatMap((one, index) => faultsOf(element, one, `${path}/${index}`))
    }
    return isObject(value) ? faultsOfFields(type, value, path) : [`${path}: expected an object`]
  }

  function faultsOfFields(type: ts.Type, value: Record<string, unknown>, path: string): string[] {
    const fields = new Map(checker.getPropertiesOfType(type).map((symbol) => [symbol.name, symbol]))
    const others = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    const missing = [...fields.values()]
      .filter(({ flags, name }) => !(flags & (ts.SymbolFlags.Optional | ts.SymbolFlags.Method)) && value[name] === undefined)
      .map(({ name }) => `${path}/${name}: missing`)
    const wrong = Object.entries(value).flatMap(([name, one]) => {
      const at = `${path}/${name}`
      // The SDK converts these fields. The API sends strings.
      if (name.endsWith('_decimal')) return one === null || typeof one === 'string' ? [] : [`${at}: expected string | null`]
      const field = fields.get(name)
      const declared = field ? checker.getTypeOfSymbol(field) : others
      return declared ? faultsOf(declared, one, at) : [`${at}: unknown field`]
    })
    return [...missing, ...wrong]
  }

  return (name, value) => {
    const type = exported.get(name)
    if (!type) throw new Error(`no type ${name}`)
    return faultsOf(type, value, name)
  }
}

/** @returns `undefined` if the type contains objects */
function matchesPrimitive(type: ts.Type, value: unknown): boolean | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return value === type.value
  if (type.flags & ts.TypeFlags.BooleanLiteral) return value === ((type as ts.Type & { intrinsicName: string }).intrinsicName === 'true')
  if (type.flags & ts.TypeFlags.String) return typeof value === 'string'
  if (type.flags & ts.TypeFlags.Number) return typeof value === 'number'
  if (type.flags & ts.TypeFlags.Null) return value === null
  if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) return value === undefined
  if (type.isIntersection()) return type.types.map((one) => matchesPrimitive(one, value)).find((matches) => matches !== undefined)
  return undefined
}
