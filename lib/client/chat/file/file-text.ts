const MAX_NAME = 80;

/** A day as it is written in file names, `2026-11-22`, in the reader's time zone. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A title as the name of a file, without what some systems do not take; `chat` where nothing is left. */
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
