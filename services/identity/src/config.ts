/** What this service reads of its environment beside what every service reads. */
import { defineConfig, PrivateKey } from '@reelfair/service-kit'

export const config = defineConfig({
  SESSION_PRIVATE_KEY: PrivateKey.describe('The Ed25519 private key that signs the session tokens: PEM, or its 32 bytes in base64url.'),
})
