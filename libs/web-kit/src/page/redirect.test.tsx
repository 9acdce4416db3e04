// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Redirect } from './redirect.tsx'

const Place = () => <p>{useLocation().pathname}</p>

test('opens the other page, and shows a skeleton until it replaces this one', async () => {
  const { container } = render(
    <MemoryRouter initialEntries={['/balance']}>
      <Place />
      <Redirect to="/login" />
    </MemoryRouter>,
  )
  expect(container.querySelector('.rf-page-skeleton')).not.toBeNull()
  expect(await screen.findByText('/login')).toBeDefined()
})
