/** How long the browser may take to begin with the file that it was given. */
const KEPT_MS = 60_000;

/** Has the browser save what was made or fetched here. */
export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
