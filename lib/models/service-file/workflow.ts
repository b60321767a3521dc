import { z } from 'zod';
import type { EntryProblem } from './entry/base';

/** An input of a node: its id, a dot, and the input's name. */
const inputName = z.string().regex(/^[^.\s]{1,64}\.[^.\s]{1,64}$/, {
  error: 'is not an input of a node; write its ID, a dot, and its name, like "6.text"',
});
/** One input, or several that get the same value. */
const inputNames = z.union([inputName, z.array(inputName).min(1).max(16)], {
  error: 'is not an input of a node, or a list of them; write it like "6.text"',
});

/** Values of a call that a workflow can take, each with the inputs that it goes to. */
const boundInputs = z.strictObject({
  prompt: inputNames.optional(),
  negative_prompt: inputNames.optional(),
  width: inputNames.optional(),
  height: inputNames.optional(),
  seed: inputNames.optional(),
  steps: inputNames.optional(),
  cfg_scale: inputNames.optional(),
  lora_strength: inputNames.optional(),
  image: inputNames.optional(),
  mask: inputNames.optional(),
  scale: inputNames.optional(),
  creativity: inputNames.optional(),
});

const node = z.looseObject({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) });

/** A workflow of ComfyUI, as its menu exports it for the API, and what goes where. */
export const WorkflowLayout = z.strictObject({
  nodes: z.record(z.string(), node),
  inputs: boundInputs,
  output: z.string().min(1).max(64).optional(),
});

/** Name of a value that a workflow can take. */
export type BoundName = keyof z.output<typeof boundInputs>;

/** An input of a node. */
export type NodeInput = { node: string; input: string };

/** A workflow in the neutral layout. */
export type Workflow = {
  /** By their ids; never changed. */
  nodes: Readonly<Record<string, { class_type: string; inputs: Readonly<Record<string, unknown>> }>>;
  /** Where each value goes. */
  inputs: { readonly [Name in BoundName]?: readonly NodeInput[] };
  /** The node whose image is the result; absent means any. */
  output?: string;
};

/** How its members are written, by name. */
export const WORKFLOW_EXAMPLES: Record<string, string> = {
  nodes: 'what "Export (API)" in the menu of ComfyUI saves',
  inputs: '{ prompt: "6.text", seed: "3.seed" }',
  class_type: 'KSampler',
  output: '"9"',
};

/**
 * The members that a map within `workflows` may have.
 * @param path from the name of the workflow on, without it
 */
export function workflowMembersAt(path: readonly PropertyKey[]): readonly string[] {
  return Object.keys(path[0] === 'inputs' ? boundInputs.shape : WorkflowLayout.shape);
}

/** A checked workflow in the neutral layout. */
export function readWorkflow({ nodes, inputs, output }: z.output<typeof WorkflowLayout>): Workflow {
  const bound = Object.entries(inputs).map(([name, value]) => [name, [value].flat().map(toInput)] as const);
  return { nodes, inputs: Object.fromEntries(bound), ...(output !== undefined && { output }) };
}

/** Inputs and outputs that the workflow does not have, with paths from the workflow. */
export function workflowProblems({ nodes, inputs, output }: z.output<typeof WorkflowLayout>): EntryProblem[] {
  const wrong = Object.entries(inputs).flatMap(([name, value]) =>
    [value].flat().flatMap((text, index): EntryProblem[] => {
      const { node: id, input } = toInput(text);
      const found = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
      if (found && Object.hasOwn(found.inputs, input)) return [];
      const known = found
        ? `its inputs are: ${Object.keys(found.inputs).join(', ')}`
        : `its nodes are: ${Object.keys(nodes).join(', ')}`;
      const path = ['inputs', name, ...(Array.isArray(value) ? [index] : [])];
      return [{ path, text: `${JSON.stringify(text)} is not in the workflow; ${known}` }];
    }),
  );
  if (output === undefined || Object.hasOwn(nodes, output)) return wrong;
  const text = `${JSON.stringify(output)} is not in the workflow; its nodes are: ${Object.keys(nodes).join(', ')}`;
  return [...wrong, { path: ['output'], text }];
}

function toInput(text: string): NodeInput {
  const [node = '', input = ''] = text.split('.');
  return { node, input };
}
