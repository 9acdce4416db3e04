/** A map that knows which of its rows may have changed since it was last written: those that were set, removed, or taken out by their key. */
export class TouchedMap<Value> extends Map<string, Value> {
  readonly touched = new Set<string>()

  override get(key: string): Value | undefined {
    const value = super.get(key)
    // Rows are changed in place by whoever has looked them up.
    if (value !== undefined) this.touched.add(key)
    return value
  }
  override set(key: string, value: Value): this {
    this.touched.add(key)
    return super.set(key, value)
  }
  override delete(key: string): boolean {
    this.touched.add(key)
    return super.delete(key)
  }
  override clear(): void {
    for (const key of this.keys()) this.touched.add(key)
    super.clear()
  }
}
