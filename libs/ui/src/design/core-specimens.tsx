import Bell from 'lucide-react/icons/bell'
import House from 'lucide-react/icons/house'
import Megaphone from 'lucide-react/icons/megaphone'
import Plus from 'lucide-react/icons/plus'
import UserRound from 'lucide-react/icons/user-round'
import Wallet from 'lucide-react/icons/wallet'
import { useState } from 'react'
import { Button, IconButton, TextLink } from '../button/button.tsx'
import { ReadingLine } from '../countdown/countdown.tsx'
import { Disclosure, Disclosures } from '../disclosure/disclosure.tsx'
import { Footer } from '../footer/footer.tsx'
import { AccountButton } from '../masthead/account-button.tsx'
import { Masthead } from '../masthead/masthead.tsx'
import { Layout, Page, PageTitle, Section, StepFoot } from '../page/page.tsx'
import { useLocale } from '../provider/ui-provider.tsx'
import { RichProvider } from '../rich/rich-provider.tsx'
import { Stepper } from '../stepper/stepper.tsx'
import { TabBar } from '../tab-bar/tab-bar.tsx'
import { Toasts } from '../toasts/toast-region.tsx'
import { Buttons, FileDrops, States, TabsAndSteps } from './acting-specimens.tsx'
import { Choices, Fields } from './form-specimens.tsx'
import { Overlays, Pickers } from './rich-specimens.tsx'

const HOUR = 3_600_000

export function CoreSpecimens() {
  const fr = useLocale() === 'fr'
  return (
    <RichProvider>
      <Layout masthead={<SpecimenMasthead />} footer={<SpecimenFooter />} tabBar={<SpecimenTabBar />}>
        <Page>
          <BannerStep />
          <Section
            hand
            title={fr ? 'Actions' : 'Actions'}
            note={
              fr
                ? 'Jeudi 19 novembre. Les vues ont été relevées cette nuit à 0 h 41, heure de Paris.'
                : 'Thursday 19 November. Views read this morning at 00:41, Paris time.'
            }
            link={
              <Button size="small" icon={Plus}>
                {fr ? 'Nouvelle campagne' : 'New campaign'}
              </Button>
            }
          >
            <Buttons />
          </Section>
          <Section title={fr ? 'Champs' : 'Fields'} note={fr ? 'Une colonne de 480 px.' : 'One column of 480 px.'}>
            <Fields />
          </Section>
          <Section title={fr ? 'Choix' : 'Choices'}>
            <Choices />
          </Section>
          <Section title={fr ? 'Listes de choix' : 'Pickers'} note={fr ? 'Champs avec recherche.' : 'Searchable fields.'}>
            <Pickers />
          </Section>
          <Section title={fr ? 'Fenêtres' : 'Overlays'}>
            <Overlays />
          </Section>
          <Section
            title={fr ? 'Onglets et étapes' : 'Tabs and steps'}
            link={<TextLink href="#credits">{fr ? 'Acheter des crédits' : 'Buy credits'}</TextLink>}
          >
            <TabsAndSteps />
          </Section>
          <Section title={fr ? 'Attente, vide, erreur' : 'Waiting, empty, error'}>
            <States />
          </Section>
          <Questions />
        </Page>
      </Layout>
      <Toasts />
    </RichProvider>
  )
}

function SpecimenMasthead() {
  const fr = useLocale() === 'fr'
  const [now] = useState(Date.now)
  const nav = [
    { href: '#campaigns', label: fr ? 'Campagnes' : 'Campaigns', current: true },
    { href: '#credits', label: fr ? 'Crédits' : 'Credits' },
    { href: '#receipts', label: fr ? 'Reçus' : 'Receipts' },
    { href: '#creators', label: fr ? 'Créateurs' : 'Creators' },
  ]
  return (
    <Masthead
      home="#home"
      nav={nav}
      tools={<IconButton icon={Bell} label="Notifications: 3" badge={3} />}
      line={<ReadingLine last={now - 9 * HOUR} next={now + 9 * HOUR + 18 * 60_000 + 30_000} />}
      account={<AccountButton name="Kéfiro" solid />}
    />
  )
}

function SpecimenFooter() {
  const fr = useLocale() === 'fr'
  return (
    <Footer
      note={
        fr
          ? 'Les vues sont relevées chaque nuit entre minuit et 1 h, heure de Paris.'
          : 'We read view counts every night between 00:00 and 01:00, Paris time.'
      }
      columns={[
        {
          title: fr ? 'Marques' : 'Brands',
          links: [
            { href: '#how', label: fr ? 'Comment ça marche' : 'How it works' },
            { href: '#prices', label: fr ? 'Tarifs' : 'Pricing' },
          ],
        },
        {
          title: fr ? 'Créateurs' : 'Creators',
          links: [
            { href: '#earn', label: fr ? 'Monétisez vos vidéos' : 'Earn from your videos' },
            { href: '#rates', label: fr ? 'Barème' : 'Rate card' },
          ],
        },
        {
          title: 'Reelfair',
          links: [
            { href: '#contact', label: 'Contact' },
            { href: '#terms', label: fr ? 'Conditions' : 'Terms' },
          ],
        },
      ]}
    />
  )
}

function SpecimenTabBar() {
  const fr = useLocale() === 'fr'
  return (
    <TabBar
      items={[
        { href: '#home', label: fr ? 'Accueil' : 'Home', icon: House, current: true },
        { href: '#campaigns', label: fr ? 'Campagnes' : 'Campaigns', icon: Megaphone },
        { href: '#balance', label: fr ? 'Solde' : 'Balance', icon: Wallet },
        { href: '#accounts', label: fr ? 'Comptes' : 'Accounts', icon: UserRound },
      ]}
    />
  )
}

function BannerStep() {
  const fr = useLocale() === 'fr'
  const steps = (
    fr
      ? ['Catégorie et vues', 'Langue et zones', 'Média', 'Lien', 'Récapitulatif', 'Paiement', 'Fin']
      : ['Category and views', 'Language and zones', 'Brand media', 'Link', 'Summary', 'Payment', 'Done']
  ).map((label, index) => ({ label, href: index < 2 ? `#step-${index + 1}` : undefined }))
  return (
    <Section
      kicker={fr ? 'Nouvelle campagne' : 'New campaign'}
      title={fr ? 'Petit-déjeuner d’hiver' : 'Winter breakfast'}
      aside={<Stepper label={fr ? 'Étapes' : 'Steps'} steps={steps} current={2} />}
      note={
        fr
          ? 'Brouillon enregistré à 10 h 42. Aucun crédit n’est réservé avant l’étape 6.'
          : 'Saved as a draft at 10:42. No credits are reserved before step 6.'
      }
    >
      <PageTitle
        kicker={fr ? 'Étape 3 sur 7' : 'Step 3 of 7'}
        title={fr ? 'La bannière que les créateurs afficheront' : 'The banner creators will place'}
        lead={
          fr
            ? 'Une image de 1072 × 250 px. Elle couvre toute la largeur d’une vidéo verticale, dans sa moitié supérieure.'
            : 'One image, 1072 × 250 px. It covers the full width of a vertical video, in its upper half.'
        }
      />
      <FileDrops />
      <StepFoot
        back={<Button>{fr ? 'Retour' : 'Back'}</Button>}
        note={fr ? 'Ensuite\u00a0: le lien' : 'Next: link'}
        next={<Button look="filled">{fr ? 'Continuer' : 'Continue'}</Button>}
      />
    </Section>
  )
}

function Questions() {
  const fr = useLocale() === 'fr'
  return (
    <Section
      title="Questions"
      note={fr ? 'Une personne de notre équipe vous répond les jours ouvrés.' : 'A person replies, on working days.'}
    >
      <Disclosures>
        <Disclosure open title={fr ? 'Qu’est-ce qu’une vue qualifiée\u00a0?' : 'What is a qualified view?'}>
          {fr
            ? 'Une vraie vue d’une vidéo verticale publique, avec votre bannière, assez grande, dans la moitié supérieure.'
            : 'A real view of a public vertical video, with your banner large enough in the upper half.'}
        </Disclosure>
        <Disclosure title={fr ? 'Puis-je suspendre une campagne\u00a0?' : 'Can I pause a campaign?'}>
          {fr ? 'Oui, avant sa première vue.' : 'Yes, before its first view.'}
        </Disclosure>
      </Disclosures>
    </Section>
  )
}
