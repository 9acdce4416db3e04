/** Runs the sign-up test's races (one campaign, and the limit of five campaigns) with a hundred sign-ups each. */
process.env.SIGN_UPS = '100'
await import('./sign-up-to-campaign.test.ts')
