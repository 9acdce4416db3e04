import { useState } from 'react'
import { TextLink } from '../button/button.tsx'
import { Checkbox, Choice, Slider, Switch } from '../form/choices.tsx'
import { ErrorText, Form, Submit } from '../form/form.tsx'
import { NumberField } from '../form/number-field.tsx'
import { PasswordField, Select, TextArea, TextField } from '../form/text-fields.tsx'
import { formatCount } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'

export function Fields() {
  const fr = useLocale() === 'fr'
  const [views, setViews] = useState<number | undefined>(120_000)
  const [text, setText] = useState(fr ? 'Notre kéfir, fermenté lentement.' : 'Our kefir, fermented slowly.')
  const [busy, setBusy] = useState(false)
  const phoneError = fr ? 'Il manque deux chiffres. Saisissez le numéro complet.' : 'Two digits are missing. Enter the full number.'
  return (
    <Form
      sheet
      aria-label={fr ? 'Votre société' : 'Company details'}
      onSubmit={() => {
        setBusy(true)
        setTimeout(() => setBusy(false), 2000)
      }}
    >
      <TextField
        label={fr ? 'Adresse e-mail' : 'E-mail'}
        type="email"
        autoComplete="email"
        defaultValue="bonjour@kefiro.example"
        hint={fr ? 'Nous y envoyons vos reçus.' : 'We send your receipts there.'}
      />
      <PasswordField
        label={fr ? 'Mot de passe' : 'Password'}
        autoComplete="new-password"
        defaultValue="lentement"
        aside={<TextLink href="#forgot">{fr ? 'Mot de passe oublié\u00a0?' : 'Forgot it?'}</TextLink>}
      />
      <TextField label={fr ? 'Téléphone' : 'Phone'} id="specimen-phone" type="tel" defaultValue="06 12 34 56" error={phoneError} />
      <TextField label="Instagram" before="@" defaultValue="kefiro" optional />
      <NumberField
        label={fr ? 'Vues' : 'Views'}
        value={views}
        onValue={setViews}
        min={1000}
        max={500_000}
        step={1000}
        after={fr ? 'vues' : 'views'}
      />
      <Select
        label={fr ? 'Catégorie' : 'Category'}
        placeholder={fr ? 'Choisir' : 'Choose'}
        defaultValue=""
        options={[
          { value: 'food', label: fr ? 'Cuisine' : 'Food' },
          { value: 'sport', label: 'Sport' },
        ]}
      />
      <TextArea
        label={fr ? 'En une phrase' : 'In one sentence'}
        value={text}
        maxLength={140}
        onChange={(event) => setText(event.target.value)}
      />
      <ErrorText error={undefined} />
      <Submit busy={busy}>{fr ? 'Enregistrer' : 'Save'}</Submit>
    </Form>
  )
}

export function Choices() {
  const locale = useLocale()
  const fr = locale === 'fr'
  const [goal, setGoal] = useState(120_000)
  const [mails, setMails] = useState(true)
  return (
    <Form aria-label={fr ? 'Choix' : 'Choices'} onSubmit={() => undefined}>
      <SingleChoices />
      <Slider
        label={fr ? 'Objectif' : 'Goal'}
        min={1000}
        max={500_000}
        step={1000}
        value={goal}
        onValue={setGoal}
        text={`${formatCount(goal, locale)} ${fr ? 'vues' : 'views'}`}
      />
      <Checkbox
        label={fr ? 'J’accepte les conditions' : 'I accept the terms'}
        hint={fr ? 'Version du 1er septembre 2026.' : 'Version of 1 September 2026.'}
        defaultChecked
      />
      <Checkbox
        label={fr ? 'Je suis habilité à engager cette société' : 'I’m authorised to act for this company'}
        error={fr ? 'Cochez cette case pour continuer.' : 'Tick this box to continue.'}
      />
      <Switch
        label={fr ? 'Recevoir un e-mail après chaque relevé' : 'An e-mail after each reading'}
        checked={mails}
        onChange={(event) => setMails(event.target.checked)}
      />
    </Form>
  )
}

function SingleChoices() {
  const fr = useLocale() === 'fr'
  const [who, setWho] = useState('brand')
  const [network, setNetwork] = useState('instagram')
  const [pay, setPay] = useState('credits')
  return (
    <>
      <Choice
        hideLabel
        look="segments"
        label={fr ? 'Vous êtes' : 'You are'}
        value={who}
        onValue={setWho}
        options={[
          { value: 'brand', label: fr ? 'Je suis une marque' : 'I’m a brand' },
          { value: 'creator', label: fr ? 'Je suis créateur' : 'I’m a creator' },
        ]}
      />
      <Choice
        look="cards"
        label={fr ? 'Réseau' : 'Network'}
        value={network}
        onValue={setNetwork}
        options={[
          { value: 'instagram', label: 'Instagram', hint: 'Reels' },
          { value: 'tiktok', label: 'TikTok', hint: fr ? 'Vidéos' : 'Videos' },
          { value: 'youtube', label: 'YouTube', hint: fr ? 'Shorts, bientôt' : 'Shorts, soon', disabled: true },
        ]}
      />
      <Choice
        label={fr ? 'Payer avec' : 'Pay with'}
        value={pay}
        onValue={setPay}
        options={[
          { value: 'credits', label: fr ? 'Vos crédits' : 'Your credits', hint: fr ? '276\u00a0646 disponibles' : '276,646 available' },
          { value: 'card', label: fr ? 'Une carte' : 'A card' },
        ]}
      />
    </>
  )
}
