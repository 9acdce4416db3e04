/** Text whose key part is between asterisks. */
export const Bold = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
  text.split('*').map((part, at) => (at % 2 === 1 ? <strong key={at}>{part}</strong> : part))
