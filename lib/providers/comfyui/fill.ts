import { invalidField } from '../../core/errors';
import type { BoundName, Workflow } from '../../models/service-file/workflow';
import { modelOffline } from '../kit/map-error';
import type { ComfyUi } from './upstream';

/** A workflow as the server takes it. */
export type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** The values of a call; a list has one value for each input, in their order. */
export type Values = { readonly [Name in BoundName]?: string | number | readonly string[] };

/** The workflow of a model. @throws ApiError MODEL_OFFLINE if the service file has none of this name */
export function workflowOf({ workflows }: ComfyUi, model: string): Workflow {
  const workflow = workflows.get(model);
  if (!workflow) throw modelOffline(new Error(`the provider has no workflow "${model}"`));
  return workflow;
}

/** A copy of a workflow with the values of a call in the inputs that take them. Other inputs keep the operator's. */
export function fill({ nodes, inputs }: Workflow, values: Values): Graph {
  const copies = Object.entries(nodes).map(([id, node]) => [id, { ...node, inputs: { ...node.inputs } }] as const);
  const graph: Graph = Object.fromEntries(copies);
  for (const [name, bound] of Object.entries(inputs)) {
    const value = values[name as BoundName];
    if (value === undefined) continue;
    bound.forEach(({ node, input }, index) => {
      const own = typeof value === 'object' ? value[index] : value;
      const target = graph[node];
      if (target && own !== undefined) target.inputs[input] = own;
    });
  }
  return graph;
}

/**
 * Checks that a workflow takes exactly as many images as an edit has: an input without one would use whatever image the
 * operator left there.
 * @throws ApiError INVALID_REQUEST; MODEL_OFFLINE if it takes none
 */
export function checkImages({ inputs }: Workflow, images: number, hasMask: boolean): void {
  const wanted = inputs.image?.length ?? 0;
  if (wanted === 0) throw modelOffline(new Error('the workflow has no input for an image'));
  if (images !== wanted) {
    const bound = wanted === 1 ? 'a single image' : `exactly ${wanted} images`;
    throw invalidField(['images'], `This model takes ${bound}, and the request has ${images}`);
  }
  if (inputs.mask && !hasMask) throw invalidField(['mask'], 'Required: this model changes only what a mask frees');
}

/** The same where a request has one image and never a mask. @throws ApiError MODEL_OFFLINE */
export function checkSingleImage({ inputs }: Workflow): void {
  if (inputs.image?.length === 1 && !inputs.mask) return;
  throw modelOffline(new Error('the workflow must have one input for an image, and none for a mask'));
}
