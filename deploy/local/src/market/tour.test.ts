import { expect, test } from 'vitest'
import { BRANDS, CREATORS } from './cast.ts'
import { tourOf } from './tour.ts'

test('says where to find an invitation to answer, an active partnership, and one settled at each tier', () => {
  const tour = tourOf({ url: 'http://localhost:4300', sandboxUrl: 'http://localhost:4320', password: 'secret' }).join(' ')
  const partnerships = tour.slice(tour.indexOf('Partnerships:')).replaceAll(/\s+/g, ' ')
  expect(partnerships).toContain(`as ${CREATORS.lea.email}, answer Kéfiro’s invitation`)
  expect(partnerships).toContain(`${BRANDS.kefiro.email}, see the results at 25, 75 and 100%`)
  expect(partnerships).toContain(`${BRANDS.brisa.email}, those at 50% and below 25%`)
  expect(partnerships).toContain(`${BRANDS.olmo.email}, follow one that is active`)
})
