/** What a file holds; undefined where it is no JSON, as when somebody wrote into it, or a start was killed meanwhile. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
