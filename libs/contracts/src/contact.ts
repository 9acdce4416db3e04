import { z } from 'zod'
import { CONTACT_MESSAGE_LENGTH, CONTACT_TOPICS } from './support.ts'
import { Email, PlainText } from './words.ts'

/** A message from the contact page. The text fields never contain line breaks that could start a mail header. */
export const ContactInput = z.strictObject({
  name: PlainText(80),
  email: Email,
  topic: z.enum(CONTACT_TOPICS),
  message: PlainText(CONTACT_MESSAGE_LENGTH, { lines: true }),
})
export type ContactInput = z.infer<typeof ContactInput>

/** `email` receives a copy of the message. */
export const ContactSent = z.object({ email: z.string() })
export type ContactSent = z.infer<typeof ContactSent>
