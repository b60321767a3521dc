/** An error that the caller of a JSON-RPC method gets. */
export type RpcError = Error & { code: number; data?: unknown };

/** Codes of the JSON-RPC specification. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** @param data further details, as the method's clients expect them */
export function rpcError(code: number, message: string, data?: unknown): RpcError {
  return Object.assign(new Error(message), { code, data });
}

/** The answer's error object. Errors that are not an RpcError are internal errors with their message. */
export function toErrorObject(error: unknown) {
  const { code, data } = error as Partial<RpcError>;
  const message = error instanceof Error ? error.message : String(error);
  return typeof code === 'number' ? { code, message, data } : { code: INTERNAL_ERROR, message };
}

/** JSON with a bigint as a plain number, which JSON.stringify cannot write. */
export function writeJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`).join(',')}}`;
}
