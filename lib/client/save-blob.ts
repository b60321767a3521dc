/** How long the browser may take to start saving the file. */
const KEPT_MS = 60_000;

/** Saves a file that was created or fetched here. */
export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
