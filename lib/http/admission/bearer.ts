/** The token of an `Authorization: Bearer` header; undefined where there is none, or another scheme. */
export function bearerOf(authorization: string | null): string | undefined {
  return authorization === null ? undefined : /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
}
