import { useState } from 'react'
import { Button, ButtonLink, TextLink } from '../button/button.tsx'
import { Select, TextField } from '../form/text-fields.tsx'
import { formatCents, formatCount, formatDate } from '../format.ts'
import { Masthead } from '../masthead/masthead.tsx'
import { DensePage, Layout } from '../page/page.tsx'
import { useLocale } from '../provider/ui-provider.tsx'
import { Table } from '../table/index.ts'

type Brand = { id: string; name: string; credits: number; cents: number; since: string }

const BRANDS: Brand[] = Array.from({ length: 24 }, (_, index) => ({
  id: `brand-${index}`,
  name: ['Kéfiro', 'Olmo Bikes', 'Sable & Pin', 'Northlace', 'Lumo Books'][index % 5] ?? '',
  credits: 12_500 * (index + 1),
  cents: 4137 * (index + 3),
  since: `2026-${String((index % 9) + 1).padStart(2, '0')}-14T10:00:00Z`,
}))

export function DenseSpecimen() {
  const locale = useLocale()
  const fr = locale === 'fr'
  const [search, setSearch] = useState('')
  const rows = BRANDS.filter((brand) => brand.name.toLowerCase().includes(search.toLowerCase()))
  return (
    <Layout
      masthead={
        <Masthead
          home="#home"
          nav={[
            { href: '#brands', label: fr ? 'Marques' : 'Brands', current: true },
            { href: '#transfers', label: fr ? 'Virements' : 'Transfers' },
          ]}
          account={
            <>
              <TextLink href="#sign-in">{fr ? 'Se connecter' : 'Sign in'}</TextLink>
              <ButtonLink href="#open" size="small">
                {fr ? 'Créer un compte' : 'Sign up'}
              </ButtonLink>
            </>
          }
        />
      }
    >
      <DensePage
        title={fr ? 'Marques' : 'Brands'}
        note={`${formatCount(rows.length, locale)} / ${formatCount(BRANDS.length, locale)}`}
        actions={<Button size="small">CSV</Button>}
        filters={
          <>
            <TextField label={fr ? 'Nom' : 'Name'} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
            <Select
              label={fr ? 'Statut' : 'Status'}
              options={[
                { value: 'all', label: fr ? 'Tous' : 'All' },
                { value: 'ready', label: fr ? 'Complètes' : 'Complete' },
              ]}
            />
          </>
        }
      >
        <Table
          caption={fr ? 'Marques' : 'Brands'}
          dense
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            { key: 'name', head: fr ? 'Nom' : 'Name', cell: (row) => row.name, rowHead: true },
            { key: 'since', head: fr ? 'Depuis' : 'Since', cell: (row) => formatDate(row.since, locale, { year: true }) },
            { key: 'credits', head: fr ? 'Crédits' : 'Credits', cell: (row) => formatCount(row.credits, locale), align: 'end' },
            { key: 'spent', head: fr ? 'Dépensé' : 'Spent', cell: (row) => formatCents(row.cents, locale), align: 'end' },
          ]}
        />
      </DensePage>
    </Layout>
  )
}
