/** Whether users can sign in with Google. The gateway writes this into the page. */
export const offersGoogle = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="google"]')?.content === 'on'
