/** Whether the gateway wrote into the page that users can sign in with Google. */
export const offersGoogle = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="google"]')?.content === 'on'
