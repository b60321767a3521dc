import { CreatedKey, CreateKey, KeyList, RevokedKey, RevokeKey, UpdatedKey, UpdateKey } from './contract';

/*
 * What each verb of `/api_keys` takes and answers, for its declaration and the API description. Here, because one route
 * file has four of them.
 */

/** `GET /api_keys` (contract 15.2). */
export const listing = { describe: { summary: 'The keys of the account', answer: KeyList } };

/** `POST /api_keys` (contract 15.3). */
export const creating = { body: CreateKey, describe: { summary: 'A new key, with its secret', answer: CreatedKey } };

/** `PATCH /api_keys` (contract 15.4). */
export const updating = { body: UpdateKey, describe: { summary: 'Change a key', answer: UpdatedKey } };

/** `DELETE /api_keys` (contract 15.5). */
export const revoking = {
  query: RevokeKey,
  body: RevokeKey,
  describe: { summary: 'End a key, named in the query or in the body', answer: RevokedKey },
};
