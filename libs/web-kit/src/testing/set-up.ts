/** Before each file that tests screens. */
import { configure } from '@testing-library/react'

// A machine with much to do draws slowly, and what may pass is asked three times before it is said. What never comes fails all the same.
configure({ asyncUtilTimeout: 15_000 })
