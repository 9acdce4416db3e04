/** Lets a hundred creators and a hundred requests race for one campaign, and for the limit of five campaigns. */
process.env.SIGN_UPS = '100'
await import('./sign-up-to-campaign.test.ts')
