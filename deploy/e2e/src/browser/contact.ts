/** A visitor writes to support, using only the keyboard. */
import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { newEmail } from './new-creator.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

export function contact(site: Site): void {
  const outside = outsideOf(site)

  test('a visitor sends a message, receives a copy, and waits before sending another one', async () => {
    const { page, context, faults } = await site.visit('visitor', { locale: 'fr' })
    const keys = keyboardOf(page)
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor()
    const email = newEmail('ida')
    const message = 'Combien coûtent 10 000 vues ?\nMerci d’avance.'

    await page.goto('/login')
    await keys.press('link', 'Contact')
    await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
    await keys.press('button', 'Envoyer le message')
    await shows('Saisissez votre nom (80 caractères au maximum).')
    await shows('Saisissez votre adresse e-mail, par exemple ada@example.org.')
    await picture(page, 'contact, invalid')
    await keys.choose(/^Je suis une marque/)
    await keys.fill('Votre nom', 'Ida Roth')
    await keys.fill('Votre adresse e-mail', email)
    await keys.fill('Votre message', message)
    await keys.press('button', 'Envoyer le message')
    await shows('Nous avons bien reçu votre message.')
    await shows(email)
    await picture(page, 'contact, sent')

    const sent = await outside.email(DEFAULT_SUPPORT_EMAIL)
    expect(sent.subject).toBe('Message de Ida Roth (marque)')
    for (const part of [message, email]) expect(sent.text).toContain(part)
    const copy = await outside.email(email)
    expect(copy.subject).toBe('Copie de votre message à Reelfair')
    expect(copy.text).toContain(message)

    await keys.press('button', 'Écrire un autre message')
    await keys.fill('Votre nom', 'Ida Roth')
    await keys.fill('Votre adresse e-mail', email)
    await keys.fill('Votre message', 'Et 50 000 ?')
    await keys.press('button', 'Envoyer le message')
    await shows(/^Vous venez de nous envoyer un message\. Vous pourrez en envoyer un autre dans \d+\ss\.$/)
    await picture(page, 'contact, too soon')
    await outside.advance({ seconds: 31 })
    await keys.press('button', 'Envoyer le message')
    await shows('Nous avons bien reçu votre message.')
    expect((await outside.email(email, 2)).text).toContain('Et 50 000 ?')
    faults.forget(/status of 429 .*\/api\/identity\/contact-messages\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
