// @vitest-environment jsdom
import { errorTable } from '@reelfair/contracts'
import { fill, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RegistrationForm } from './registration-form.tsx'

const sent = vi.fn<(body: unknown) => unknown>()
vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) =>
  method === 'PUT' ? sent(JSON.parse(String(body))) : Response.json({}),
)

afterEach(() => {
  cleanup()
  sent.mockReset()
})

const words = {
  en: {
    labels: ['Brand name', 'First name', 'Last name'],
    phone: /^Phone/,
    country: 'Country and dial code',
    germany: 'Germany +49',
    terms: /I accept the Terms/,
    submit: 'Save and continue',
    possible: /^Possible once you accept/,
    termsTitle: 'What you accept: version 1.1, in short',
    again: /^At sign-up you accepted them for your account\. Here/,
    noTerms: 'You must accept the Terms.',
    noPhone: 'There is no such number in this country. Check the digits, or leave this empty.',
    failed: 'Error while saving. Please try again.',
    done: 'Registration completed successfully.',
  },
  fr: {
    labels: ['Nom de la marque', 'Prénom', 'Nom'],
    phone: /^Téléphone/,
    country: 'Pays et indicatif',
    germany: 'Allemagne +49',
    terms: /J’accepte les Conditions/,
    submit: 'Enregistrer et continuer',
    possible: /^Possible dès que vous acceptez/,
    termsTitle: 'Ce que vous acceptez : version 1.1, en bref',
    again: /^À l’inscription, vous les avez acceptées pour votre compte\. Ici/,
    noTerms: 'Vous devez accepter les Conditions.',
    noPhone: 'Ce numéro n’existe pas dans ce pays. Vérifiez les chiffres, ou laissez vide.',
    failed: 'Erreur lors de l’enregistrement. Veuillez réessayer.',
    done: /^Inscription/,
  },
} as const

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  const say = words[locale]
  const show = () => {
    showPage(<RegistrationForm saved={{ id: crypto.randomUUID(), complete: false, contactEmail: 'ida@alpine.example' }} />, { locale })
  }
  const fillIn = async (phone: string) => {
    for (const label of say.labels) fill(screen.getByLabelText(label), 'Alpine')
    await userEvent.selectOptions(screen.getByLabelText(say.country), say.germany)
    if (phone) await userEvent.type(screen.getByLabelText(say.phone), phone)
    await userEvent.click(screen.getByLabelText(say.terms))
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: say.submit }))

  test('an empty form goes to its first field, says that the terms are missing and sends nothing', async () => {
    show()
    await save()
    expect(document.activeElement).toBe(screen.getByLabelText(say.labels[0]))
    expect(screen.getByText(say.noTerms)).toBeDefined()
    expect(sent).not.toHaveBeenCalled()
  })

  test('the button is disabled until the terms are accepted, and says so; their version and summary stand beside them', async () => {
    show()
    const button = screen.getByRole('button', { name: say.submit })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(say.possible)
    expect(screen.getByText(say.termsTitle).closest('details')?.querySelectorAll('li')).toHaveLength(4)
    await userEvent.click(screen.getByLabelText(say.terms))
    expect(button.getAttribute('aria-disabled')).toBe('false')
  })

  test('the terms are not ticked beforehand, and it is said why they are asked for again', () => {
    show()
    const box = screen.getByLabelText<HTMLInputElement>(say.terms)
    expect(box.checked).toBe(false)
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(say.again)
  })

  test('a name that is only a placeholder is refused by the service, and told at its field', async () => {
    const message = errorTable.brand_name_placeholder[locale]
    sent.mockReturnValue(refusal('invalid_input', locale, {}, [{ path: 'brandName', message }]))
    show()
    await fillIn('')
    await save()
    expect(await screen.findByText(message)).toBeDefined()
    expect(screen.getByLabelText(say.labels[0]).getAttribute('aria-invalid')).toBe('true')
  })

  test('sends the phone with the chosen dial code, and says when it is saved', async () => {
    sent.mockReturnValue(Response.json({}))
    show()
    await fillIn('030 123456')
    await save()
    expect((await screen.findAllByText(say.done)).length).toBeGreaterThan(0)
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ contactPhone: '+49 30123456', contactEmail: 'ida@alpine.example' }))
  })

  test('a number that nobody can have is told at its field, by the form and by the service', async () => {
    show()
    await fillIn('12')
    await save()
    expect(screen.getByText(say.noPhone)).toBeDefined()
    expect(sent).not.toHaveBeenCalled()
    sent.mockReturnValue(refusal('phone_invalid', locale))
    await userEvent.clear(screen.getByLabelText(say.phone))
    await userEvent.type(screen.getByLabelText(say.phone), '030 123456')
    await save()
    await waitFor(() => expect(sent).toHaveBeenCalled())
    expect(await screen.findByText(say.noPhone)).toBeDefined()
  })

  test('a fault of ours says that it was not saved', async () => {
    sent.mockReturnValue({
      ok: true,
      text: () => {
        throw new Error('a bug')
      },
    })
    show()
    await fillIn('')
    await save()
    expect(await screen.findByText(say.failed)).toBeDefined()
  })
})
