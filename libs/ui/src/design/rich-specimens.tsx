import { useState } from 'react'
import { Button } from '../button/button.tsx'
import { Form, Submit } from '../form/form.tsx'
import { TextField } from '../form/text-fields.tsx'
import { useLocale } from '../provider/ui-provider.tsx'
import { Combobox, MultiSelect } from '../rich/combobox.tsx'
import { ConfirmDialog, Dialog } from '../rich/dialog.tsx'
import { Row } from './row.tsx'

const ZONES = ['Île-de-France', 'Bretagne', 'Hauts-de-France', 'Occitanie', 'Provence', 'Nouvelle-Aquitaine', 'Grand Est', 'Normandie'].map(
  (label) => ({ value: label, label }),
)

export function Pickers() {
  const fr = useLocale() === 'fr'
  const [zone, setZone] = useState<string | undefined>('Bretagne')
  const [zones, setZones] = useState(['Île-de-France', 'Occitanie'])
  return (
    <Form aria-label={fr ? 'Listes de choix' : 'Pickers'} onSubmit={() => undefined}>
      <Combobox label={fr ? 'Région' : 'Region'} options={ZONES} value={zone} onValue={setZone} />
      <MultiSelect
        label={fr ? 'Zones' : 'Zones'}
        options={ZONES}
        values={zones}
        onValues={setZones}
        max={5}
        hint={fr ? 'Cinq au maximum.' : 'Up to five.'}
      />
    </Form>
  )
}

export function Overlays() {
  const fr = useLocale() === 'fr'
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <Row>
      <Button onClick={() => setOpen('dialog')}>{fr ? 'Renommer' : 'Rename'}</Button>
      <Button look="danger" onClick={() => setOpen('confirm')}>
        {fr ? 'Retirer la vidéo' : 'Remove the video'}
      </Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title={fr ? 'Renommer la campagne' : 'Rename the campaign'}
        actions={
          <>
            <Button onClick={close}>{fr ? 'Annuler' : 'Cancel'}</Button>
            <Submit form="specimen-rename">{fr ? 'Renommer' : 'Rename'}</Submit>
          </>
        }
      >
        <Form id="specimen-rename" aria-label={fr ? 'Renommer' : 'Rename'} onSubmit={close}>
          <TextField label={fr ? 'Nom' : 'Name'} defaultValue={fr ? 'Porte de frigo' : 'Fridge door'} data-autofocus />
        </Form>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        danger
        title={fr ? 'Retirer cette vidéo de la campagne\u00a0?' : 'Remove this video from the campaign?'}
        confirm={fr ? 'Retirer la vidéo' : 'Remove the video'}
        onConfirm={close}
      >
        {fr
          ? 'Ses 35\u00a0032 vues qualifiées restent payées\u00a0; les suivantes ne compteront plus.'
          : 'Its 35,032 qualified views stay paid; later ones no longer count.'}
      </ConfirmDialog>
    </Row>
  )
}
