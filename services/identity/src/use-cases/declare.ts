import type { BrandContactForm, BrandDeclaration, CompanyForm } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { insertDeclaration } from '../store/brand-declarations.ts'

type Declared =
  | { readonly kind: 'company'; readonly company: CompanyForm }
  | { readonly kind: 'contact'; readonly contact: BrandContactForm }
  | { readonly kind: 'logo'; readonly logo: NonNullable<BrandDeclaration['logo']> }

export type Declaring = Pick<Context, 'newId' | 'now' | 'actor'>

/** Adds to a brand's history, in the transaction that changes the brand. Commands are run by operators. */
export const declare = (tx: Tx, brandId: string, declared: Declared, ctx: Declaring) =>
  insertDeclaration(tx, {
    ...declared,
    id: ctx.newId(),
    brandId,
    declaredAt: ctx.now(),
    by: ctx.actor.kind === 'user' ? 'brand' : 'operator',
  })
