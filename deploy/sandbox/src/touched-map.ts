/** Records which rows may have changed since the last write: rows that were set, deleted or looked up. */
export class TouchedMap<Value> extends Map<string, Value> {
  readonly touched = new Set<string>()

  override get(key: string): Value | undefined {
    const value = super.get(key)
    // Callers change rows in place after looking them up.
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
