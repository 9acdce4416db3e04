import { randomBytes } from 'node:crypto'
import { CODE_LENGTH, codeFrom } from '../domain/creator-network.ts'

export const randomCode = (): string => codeFrom(randomBytes(CODE_LENGTH))
