import { CONTACT_MESSAGE_LENGTH, CONTACT_TOPICS, type ContactTopic } from '@reelfair/contracts/support'
import { isWithin } from '@reelfair/contracts/text'
import { isEmail } from '@reelfair/contracts/values'
import { Choice, ErrorText, Form, formatCount, Submit, TextArea, TextField, TextLink } from '@reelfair/ui'
import { useForm, useSearchParams, useSession, useWrite } from '@reelfair/web-kit'
import { useText } from './messages/index.ts'

interface Entries {
  readonly topic: ContactTopic
  readonly name: string
  readonly email: string
  readonly message: string
}
type Field = 'name' | 'email' | 'message'

const isText = (text: string, max: number) => text.trim() !== '' && isWithin(text.trim(), max)

function invalidFieldsOf({ name, email, message }: Entries): Field[] {
  const good: Record<Field, boolean> = {
    name: isText(name, 80),
    email: isEmail(email),
    message: isText(message, CONTACT_MESSAGE_LENGTH),
  }
  return (Object.keys(good) as Field[]).filter((field) => !good[field])
}

const isTopic = (text: string | null): text is ContactTopic => CONTACT_TOPICS.some((topic) => topic === text)

/** The link to the page preselects the topic: `/contact?topic=brand`. */
function useTopic(): ContactTopic {
  const [search] = useSearchParams()
  const session = useSession()
  const wanted = search.get('topic')
  if (isTopic(wanted)) return wanted
  const role = session.state === 'present' ? session.me.role : 'admin'
  return role === 'admin' ? 'general' : role
}

export function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const { t, locale } = useText()
  const session = useSession()
  const topic = useTopic()
  const send = useWrite('POST', '/identity/contact-messages', { onDone: ({ email }) => onSent(email) })
  const { values, set, submit, busy, field } = useForm<Entries, Field>({
    initial: () => ({ topic, name: '', email: session.state === 'present' ? session.me.email : '', message: '' }),
    invalidFieldsOf,
    messageOf: (name) => t(`${name}-error`, { most: formatCount(CONTACT_MESSAGE_LENGTH, locale) }),
    request: send,
    onSubmit: ({ name, email, message, ...entries }) =>
      send.mutate({ ...entries, name: name.trim(), email: email.trim(), message: message.trim() }),
  })
  return (
    <Form sheet onSubmit={submit}>
      <Choice
        label={t('topic')}
        look="cards"
        options={CONTACT_TOPICS.map((value) => ({ value, label: t(`topic-${value}`), hint: t(`topic-${value}-hint`) }))}
        value={values.topic}
        onValue={(value) => isTopic(value) && set({ topic: value })}
      />
      <TextField label={t('name')} autoComplete="name" {...field('name')} />
      <TextField label={t('email')} hint={t('email-hint')} type="email" autoComplete="email" {...field('email')} />
      <TextArea label={t('message')} hint={t('message-hint')} rows={7} maxLength={CONTACT_MESSAGE_LENGTH} {...field('message')} />
      <ErrorText error={send.error} />
      <Submit wide busy={busy}>
        {t('send')}
      </Submit>
      <p className="rf-note">
        {t('kept')} <TextLink href="/privacy">{t('kept-link')}</TextLink>
      </p>
    </Form>
  )
}
