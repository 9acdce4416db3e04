import { fileUrl } from '@reelfair/contracts/address'

export const pictureUrl = (pictureId: string) => fileUrl('/verification/pictures/:pictureId', { pictureId })
