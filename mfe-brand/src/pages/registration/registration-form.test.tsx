// @vitest-environment jsdom
import { errorTable } from '@reelfair/contracts'
import { brokenResponse, describeInLanguages, errorResponse, fill, showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, vi } from 'vitest'
import { RegistrationForm } from './registration-form.tsx'

const sent = vi.fn<(body: unknown) => Response>()
stubApi({ 'PUT /identity/brand': ({ body }) => sent(body) })

afterEach(() => void sent.mockReset())

const words = {
  en: {
    labels: ['Brand name', 'First name', 'Last name'],
    phone: /^Phone/,
    country: 'Country and dialling code',
    germany: 'Germany +49',
    terms: /^I accept the Terms and the Privacy Policy,/,
    privacy: 'Read the Privacy Policy (opens in a new tab)',
    submit: 'Save and continue',
    possible: /^Accept the Terms and the Privacy Policy to continue/,
    termsTitle: 'Summary of the Terms, version 1.1',
    again: /^When you signed up, you accepted the Terms for your account\. Here/,
    noTerms: 'You must accept the Terms and the Privacy Policy.',
    noPhone: 'This number isn’t valid in this country. Check the digits or leave the field empty.',
    failed: 'Error while saving. Please try again.',
    done: 'Registration completed successfully!',
  },
  fr: {
    labels: ['Nom de la marque', 'Prénom', 'Nom'],
    phone: /^Téléphone/,
    country: 'Pays et indicatif',
    germany: 'Allemagne +49',
    terms: /^J’accepte les Conditions et la politique de confidentialité,/,
    privacy: 'Lire la politique de confidentialité (nouvel onglet)',
    submit: 'Enregistrer et continuer',
    possible: /^Acceptez les Conditions et la politique de confidentialité pour continuer/,
    termsTitle: 'Résumé des Conditions, version 1.1',
    again: /^Lors de votre inscription, vous avez accepté les Conditions pour votre compte\. Ici/,
    noTerms: 'Vous devez accepter les Conditions et la politique de confidentialité.',
    noPhone: 'Ce numéro n’est pas valide pour ce pays. Vérifiez les chiffres ou laissez le champ vide.',
    failed: 'Erreur lors de l’enregistrement. Veuillez réessayer.',
    done: 'Inscription terminée avec succès !',
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]
  const show = () => {
    showPage(<RegistrationForm saved={{ id: crypto.randomUUID(), complete: false, contactEmail: 'ida@alpine.example' }} />, { locale })
  }
  const fillIn = async (phone: string) => {
    for (const label of texts.labels) fill(screen.getByLabelText(label), 'Alpine')
    await userEvent.selectOptions(screen.getByLabelText(texts.country), texts.germany)
    if (phone) await userEvent.type(screen.getByLabelText(texts.phone), phone)
    await userEvent.click(screen.getByLabelText(texts.terms))
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: texts.submit }))

  test.inBoth('focuses the first field of an empty form, reports that the terms have not been accepted and sends nothing', async () => {
    show()
    await save()
    expect(document.activeElement).toBe(screen.getByLabelText(texts.labels[0]))
    expect(screen.getByText(texts.noTerms)).toBeDefined()
    expect(sent).not.toHaveBeenCalled()
  })

  test('disables the button until the brand accepts the terms, and shows the terms’ version and a summary', async () => {
    show()
    const button = screen.getByRole('button', { name: texts.submit })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(texts.possible)
    const link = screen.getByRole('link', { name: texts.privacy })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/privacy', '_blank'])
    expect(screen.getByText(texts.termsTitle).closest('details')?.querySelectorAll('li')).toHaveLength(4)
    await userEvent.click(screen.getByLabelText(texts.terms))
    expect(button.getAttribute('aria-disabled')).toBe('false')
  })

  test('leaves the terms checkbox unticked and explains why they must be accepted again', () => {
    show()
    const box = screen.getByLabelText<HTMLInputElement>(texts.terms)
    expect(box.checked).toBe(false)
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(texts.again)
  })

  test('shows the error next to the name field when the service rejects a placeholder name', async () => {
    const message = errorTable.brand_name_placeholder[locale]
    sent.mockReturnValue(errorResponse('invalid_input', locale, {}, [{ path: 'brandName', message }]))
    show()
    await fillIn('')
    await save()
    expect(await screen.findByText(message)).toBeDefined()
    expect(screen.getByLabelText(texts.labels[0]).getAttribute('aria-invalid')).toBe('true')
  })

  test.inBoth('sends the phone number with the chosen dialling code and confirms the save', async () => {
    sent.mockReturnValue(Response.json({}))
    show()
    await fillIn('030 123456')
    await save()
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ contactPhone: '+49 30123456', contactEmail: 'ida@alpine.example' }))
  })

  test('shows an error next to the phone field, whether the form or the service rejects the number', async () => {
    show()
    await fillIn('12')
    await save()
    expect(screen.getByText(texts.noPhone)).toBeDefined()
    expect(sent).not.toHaveBeenCalled()
    sent.mockReturnValue(errorResponse('phone_invalid', locale))
    await userEvent.clear(screen.getByLabelText(texts.phone))
    await userEvent.type(screen.getByLabelText(texts.phone), '030 123456')
    await save()
    expect(await screen.findByText(errorTable.phone_invalid[locale])).toBeDefined()
    expect(screen.getByLabelText(texts.phone).getAttribute('aria-invalid')).toBe('true')
  })

  test.inBoth('reports an unexpected error as a failed save', async () => {
    sent.mockReturnValue(brokenResponse())
    show()
    await fillIn('')
    await save()
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })
})
