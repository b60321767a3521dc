const MAX_NAME = 80;

/** A day as used in file names, `2026-11-22`, in local time. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A title as a file name, without characters that some systems do not allow; `chat` if nothing is left. */
export function fileNameOf(title: string): string {
  const name = [...title.replace(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ').replace(/\s+/g, ' ')]
    .slice(0, MAX_NAME)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return name === '' ? 'chat' : name;
}

/** A size in whole MB, rounded up. */
export function byteCountText(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
