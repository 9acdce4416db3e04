/** For tests that do not call Stripe. Nothing listens at the Stripe address. */
export const stripeEnv = {
  PUBLIC_ORIGIN: 'http://localhost:4000',
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform_of_the_tests',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect_of_the_tests',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_thin_of_the_tests',
}
