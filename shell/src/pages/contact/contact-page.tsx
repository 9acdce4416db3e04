import { SUPPORT_INSTAGRAM } from '@reelfair/contracts/support'
import { Button, NextStep, Page, Section, TextLink } from '@reelfair/ui'
import { supportEmail, usePage } from '@reelfair/web-kit'
import MailIcon from 'lucide-react/icons/mail'
import { useState } from 'react'
import { ContactForm } from './contact-form.tsx'
import { useText } from './messages/index.ts'

/** @source specification §2: form, e-mail and Instagram cards; back goes to `/` */
export function ContactPage() {
  const { t } = useText()
  usePage(t('title'))
  const [sentTo, setSentTo] = useState<string>()
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')} link={<TextLink href="/">{t('back')}</TextLink>}>
        <div className="shell-auth">
          {sentTo === undefined ? (
            <ContactForm onSent={setSentTo} />
          ) : (
            <div className="shell-mail" role="status">
              {/* NextStep uses asterisks for emphasis, so the address must not contain any. */}
              <NextStep sentence={`${t('sent')} *${sentTo.replaceAll('*', '')}*`} consequence={t('sent-note')} icon={MailIcon} />
              <div className="shell-mail-actions">
                <Button onClick={() => setSentTo(undefined)}>{t('another')}</Button>
              </div>
            </div>
          )}
          <OtherWays />
        </div>
      </Section>
    </Page>
  )
}

function OtherWays() {
  const { t } = useText()
  return (
    <aside className="shell-follows">
      <h2>{t('ways-title')}</h2>
      <ul>
        <li>
          <h3>{t('ways-email')}</h3>
          <p>{t('ways-email-text')}</p>
          <TextLink href={`mailto:${supportEmail()}`}>{supportEmail()}</TextLink>
        </li>
        <li>
          <h3>{t('ways-instagram')}</h3>
          <p>{t('ways-instagram-text')}</p>
          <TextLink href={`https://www.instagram.com/${SUPPORT_INSTAGRAM}/`} target="_blank" rel="noopener">
            {`@${SUPPORT_INSTAGRAM}`}
          </TextLink>
        </li>
      </ul>
    </aside>
  )
}
