/** Returns undefined for invalid JSON, for example after a manual edit or an interrupted write. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
