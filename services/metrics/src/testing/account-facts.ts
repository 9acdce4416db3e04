/** What verification says of an account, in its first version. */
export const accountFacts = () => ({
  accountId: crypto.randomUUID(),
  creatorId: crypto.randomUUID(),
  network: 'tiktok',
  username: 'lea',
  version: 1,
})
