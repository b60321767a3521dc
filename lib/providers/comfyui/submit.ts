import { z } from 'zod';
import type { UpstreamReply } from '../../platform/fetch';
import { log } from '../../platform/log';
import { askJson, type ImageRequests } from '../kit/images/ask';
import { inferenceFailed, type UpstreamRefusal } from '../kit/map-error';
import { hideSecrets } from '../kit/scrub';
import type { Graph } from './fill';
import { addressOf, type ComfyUi } from './upstream';

const MAX_REFUSAL_BYTES = 262_144;

const Submitted = z.object({ prompt_id: z.string().min(1).max(200) });

/** A refusal: what is wrong with each node. */
const Refused = z.object({
  error: z.object({ type: z.string().catch(''), message: z.string().catch('') }).catch({ type: '', message: '' }),
  node_errors: z
    .record(
      z.string(),
      z.object({ errors: z.array(z.object({ type: z.string().catch(''), details: z.string().catch('') })).catch([]) }),
    )
    .catch({}),
});
/** Mistakes in numbers, which come from the request; all others come from the workflow. */
const OF_NUMBERS = /^value_(smaller_than_min|bigger_than_max)$/;

/**
 * Puts a workflow into the server's queue.
 * @param promptId the id that it is to have; older servers choose one themselves
 * @returns the id that it has
 * @throws ApiError INVALID_REQUEST for a number out of the bounds of a node; MODEL_OFFLINE if the workflow is wrong, with
 *   a line in the log for the operator; as `askJson`
 */
export async function submit(
  upstream: ComfyUi,
  graph: Graph,
  { clientId, promptId }: { clientId: string; promptId: string },
  requests: ImageRequests,
): Promise<string> {
  const body = JSON.stringify({ prompt: graph, client_id: clientId, prompt_id: promptId });
  const readRefusal = (reply: UpstreamReply) => readRefused(reply, requests);
  const answer = await askJson({ url: addressOf(upstream, '/prompt'), body }, { ...requests, readRefusal });
  const submitted = Submitted.safeParse(answer);
  if (!submitted.success) throw inferenceFailed(new Error('The upstream did not queue the workflow.'));
  return submitted.data.prompt_id;
}

async function readRefused(reply: UpstreamReply, { identity }: ImageRequests): Promise<UpstreamRefusal> {
  const text = await reply.text(MAX_REFUSAL_BYTES).catch(() => '');
  const retryAfter = reply.header('retry-after');
  const shared = { status: reply.status, ...(retryAfter !== undefined && { retryAfter }) };
  const refused = Refused.safeParse(parse(text));
  if (reply.status !== 400 || !refused.success) return { ...shared, code: '', message: '' };
  const { error, node_errors: nodes } = refused.data;
  const problems = Object.values(nodes).flatMap(({ errors }) => errors);
  const details = problems.map((problem) => problem.details).join('; ');
  if (problems.length > 0 && problems.every(({ type }) => OF_NUMBERS.test(type))) {
    return { ...shared, code: error.type, message: `A value is out of bounds: ${details}` };
  }
  const message = hideSecrets(`${error.message} ${details}`, identity.secrets).slice(0, 500);
  log.error({ provider: identity.provider, model: identity.model, message }, 'a workflow of ComfyUI is refused');
  // Not the caller's mistake: as if the model did not exist.
  return { status: 404, code: error.type, message };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
