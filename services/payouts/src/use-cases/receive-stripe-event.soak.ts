/** Runs the webhook matrix with the signatures and sizes of every event type. */
process.env.TYPES_PER_ENDPOINT = 'Infinity'
await import('./receive-stripe-event.test.ts')
