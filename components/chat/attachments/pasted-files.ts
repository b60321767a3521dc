/** The files in a clipboard; none if the paste is meant as text. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain').trim();
  // A copied table comes as text and as an image of it; a copied file comes with its name as text.
  return text === '' || files.some(({ name }) => text.includes(name)) ? files : [];
}
