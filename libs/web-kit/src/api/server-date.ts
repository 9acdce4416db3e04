type Receiver = (dateHeader: string | null) => void

let receiver: Receiver = () => undefined

/**
 * Sets the function that gets the Date header of every response. Only `provider.tsx` calls it, to set the clock of
 * libs/ui; the client itself does not import libs/ui.
 */
export const onServerDate = (receive: Receiver): void => {
  receiver = receive
}

export const reportServerDate: Receiver = (dateHeader) => receiver(dateHeader)
