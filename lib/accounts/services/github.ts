import { z } from 'zod';
import { upstreamFetch } from '../../platform/fetch';

/** Who one is, and one's e-mails; nothing of any repository. */
export const GITHUB_SCOPE = 'read:user user:email';
const CALL_MS = 10_000;
/** A profile has some 3 KB; an account may have many e-mails. */
const MAX_ANSWER_BYTES = 256 * 1024;

const User = z.object({ id: z.union([z.number(), z.string()]), login: z.string() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** A person by the names that OpenID gives such claims; `email` only where it is verified. */
export type GithubPerson = { sub: string; name: string; email?: string | undefined };

/** Where GitHub's API is: of its own name, or below an Enterprise's. @param url without a trailing slash */
export function githubApi(url: string): string {
  return url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`;
}

/**
 * Who holds a token of GitHub's. Its profile names any e-mail that a person shows; only the list of all of them says
 * which is the first and verified.
 * @throws Error where GitHub does not answer so
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
  if (reply.status !== 200) throw new Error(`GitHub answered ${reply.status} to ${new URL(url).pathname}.`);
  return JSON.parse(text);
}
