/** The files that a paste means; none where its text is meant. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain').trim();
  // A copied table comes as text and as a picture of it; a copied file comes with its name as text.
  return text === '' || files.some(({ name }) => text.includes(name)) ? files : [];
}
