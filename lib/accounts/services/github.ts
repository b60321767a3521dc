import { z } from 'zod';
import { upstreamFetch } from '../../platform/fetch';

/** The user's profile and emails; no access to repositories. */
export const GITHUB_SCOPE = 'read:user user:email';
const CALL_MS = 10_000;
/** A profile has some 3 KB; an account may have many emails. */
const MAX_ANSWER_BYTES = 256 * 1024;

const User = z.object({ id: z.union([z.number(), z.string()]), login: z.string() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** A user with the names of OpenID claims; `email` only if it is verified. */
export type GithubPerson = { sub: string; name: string; email?: string | undefined };

/**
 * The URL of GitHub's API: a separate host, or a path of a GitHub Enterprise server. @param url without a trailing
 * slash
 */
export function githubApi(url: string): string {
  return url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`;
}

/**
 * The user of a GitHub token. The profile contains any public email; only the list of emails says which one is primary
 * and verified.
 * @throws Error if GitHub responds otherwise
 */
export async function readGithubPerson(api: string, accessToken: string): Promise<GithubPerson> {
  const user = User.parse(await read(`${api}/user`, accessToken));
  const emails = Emails.parse(await read(`${api}/user/emails`, accessToken));
  const email = emails.find(({ primary, verified }) => primary && verified)?.email;
  return { sub: String(user.id), name: user.login, email };
}

async function read(url: string, accessToken: string): Promise<unknown> {
  const reply = await upstreamFetch({
    url,
    method: 'GET',
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'farebox',
    },
    signal: AbortSignal.timeout(CALL_MS),
  });
  const text = await reply.text(MAX_ANSWER_BYTES);
  if (reply.status !== 200) throw new Error(`GitHub returned ${reply.status} for ${new URL(url).pathname}.`);
  return JSON.parse(text);
}
