/** The part of `app.ts` through which brands register and manage their profiles. */
import { BRAND_LOGO_MAX_BYTES, BrandLogoType, identityRoutes } from '@reelfair/contracts'
import { pictureAnswer, routesOf } from '@reelfair/service-kit'
import { changeBrandContact } from './use-cases/change-brand-contact.ts'
import { removeBrandLogo, storeBrandLogo } from './use-cases/change-brand-logo.ts'
import { declareCompany } from './use-cases/declare-company.ts'
import { listDeclarations } from './use-cases/list-declarations.ts'
import { readBrandLogo } from './use-cases/read-brand-logo.ts'
import { registerBrand } from './use-cases/register-brand.ts'
import { showBrand } from './use-cases/show-brand.ts'
import { showCompany } from './use-cases/show-company.ts'
import { skipCompany } from './use-cases/skip-company.ts'

const { del, get, put, upload } = routesOf(identityRoutes)

export const brandRoutes = [
  get('/brand', { role: 'any-brand', adminsMayView: true, run: showBrand }),
  put('/brand/contact', { role: 'brand', run: changeBrandContact, refuses: ['phone_invalid'] }),
  upload('/brand/logo', {
    role: 'brand',
    types: BrandLogoType.options,
    wrongType: 'brand_logo_type',
    tooLarge: 'brand_logo_too_large',
    bodyLimit: BRAND_LOGO_MAX_BYTES,
    perMinute: 10,
    run: storeBrandLogo,
    refuses: ['brand_logo_size', 'brand_logo_unreadable'],
  }),
  del('/brand/logo', { role: 'brand', run: removeBrandLogo, perMinute: 20 }),
  get('/brand-logos/:logoId', { role: 'visitor', run: readBrandLogo, answer: pictureAnswer('logo'), streams: 'The picture.' }),
  get('/brand/company', { role: 'brand', run: showCompany }),
  put('/brand/company', {
    role: 'brand',
    run: declareCompany,
    refuses: ['registration_number_invalid', 'vat_number_invalid', 'postal_code_invalid'],
    perMinute: 20,
  }),
  put('/brand/company/skipped', { role: 'brand', run: skipCompany, perMinute: 20 }),
  get('/brand/declarations', { role: 'brand', run: listDeclarations }),
  put('/brand', { role: 'any-brand', run: registerBrand, refuses: ['phone_invalid'] }),
]
