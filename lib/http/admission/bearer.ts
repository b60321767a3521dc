/** The token of an `Authorization: Bearer` header; undefined if there is none or the scheme differs. */
export function bearerOf(authorization: string | null): string | undefined {
  return authorization === null ? undefined : /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
}
