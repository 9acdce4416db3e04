export const refusedCodes = (answers: readonly { status: number; body?: { code?: string } }[]): (string | undefined)[] => [
  ...new Set(answers.filter(({ status }) => status >= 400).map(({ body }) => body?.code)),
]
